import sql from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { descricaoDoAnuncio, formacoesDoCargo, type PedidoAberto } from './seed-captacao-words.server.ts';

export interface Seed {
  empresaId: number;
  today: string;
  /** number of the first candidate: CPFs are made from it */
  first: number;
}

export interface Pedido extends Omit<PedidoAberto, 'cargo' | 'area' | 'motivo'> {
  cargo: string;
  area: number | null;
  faixa: number | null;
  estabelecimento: number | null;
  motivo: number;
  data: string;
  encerrada: string | null;
  /** those who were hired and stand among the talents already */
  contratados: Talento[];
}

export interface Talento {
  id: number;
  nome: string;
  cpf: string | null;
  sexo: string;
  nascimento: string | null;
  email: string | null;
  admissao: string;
  cargo: string;
  area: number;
  faixa: number;
  estabelecimento: number | null;
}

export interface Candidato {
  nome: string;
  cpf: string;
  sexo: string;
  nascimento: string;
  email: string;
  cargo: string;
  fonte: number;
  cidade: string;
  celular: string;
  deficiencia: string;
  raca: string;
  pretensao: number;
  texto: string;
  atualizado: string;
  contratado: boolean;
  talento: number | null;
}

export interface Passo {
  etapa: number | null;
  data: string;
  apto: 'I' | 'S' | 'N';
  observacao: string | null;
}

export interface Candidatura {
  pedido: number;
  cpf: string;
  nome: string;
  origem: 'P' | 'R' | 'I';
  fonte: string | null;
  situacao: 'A' | 'N' | 'D' | 'C';
  motivo: string | null;
  passos: Passo[];
}

export const named = async (tx: Tx, insert: ReturnType<typeof sql>) =>
  (await tx.query<{ id: number }>(insert)).map(({ id }) => id);

/** The positions below the manager of the demonstration, who asks for these herself. */
export const DA_GESTORA = [
  'Assistente de Departamento Pessoal',
  'Analista de Recursos Humanos',
  'Coordenador de Recursos Humanos',
];

export async function writePedidos(tx: Tx, { empresaId }: Seed, pedidos: readonly Pedido[]): Promise<number[]> {
  const user = (place: number) =>
    sql`(select id from usuarios where cpf = ${(DEMO_LOGINS[place]?.cpf ?? '').replace(/\D/g, '')} limit 1)`;
  return named(
    tx,
    sql`
      insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, tipo_vaga, area_organizacional_id, faixa_salarial_id, estabelecimento_id, motivo_solicitacao_id,
        horario_comercial, horas_diarias_previstas, qtd_dias_previsao, data_previsao_encerramento, vinculo, sexo, escolaridade, experiencias, recrutador_responsavel_id, solicitante_id,
        situacao, status, data_status, liberador_id, observacao_liberador, qtd_vagas_preenchidas, data_encerramento, obs_encerra, obs_cancelamento)
      select ${empresaId}, p.titulo, p.data, p.quantidade, case when p.n % 3 = 2 then 'M' else 'E' end, p.area, p.faixa, p.estabelecimento, p.motivo,
        'Segunda a sexta, das 8h às 17h48', 528, 45, p.data + 45, 'E', 'I', '07', 'Experiência anterior na função é desejável.', ${user(1)}, case when p.cargo = any(${DA_GESTORA}::text[]) then ${user(2)} else ${user(0)} end,
        p.situacao, p.status, case when p.status <> 'I' then p.data + 2 end, case when p.status <> 'I' then ${user(0)} end,
        case when p.status = 'R' then 'Fica para o orçamento do próximo ano.' end, p.preenchidas,
        case when p.situacao = 'E' then p.encerrada end, case when p.situacao = 'E' then 'Vaga preenchida.' end, case when p.situacao = 'C' then 'A área reorganizou o trabalho.' end
      from json_to_recordset(${JSON.stringify(pedidos.map((pedido, n) => ({ ...pedido, n, preenchidas: pedido.contratados.length })))}::json)
        as p(n int, cargo text, titulo text, data date, quantidade int, area bigint, faixa bigint, estabelecimento bigint, motivo bigint, situacao text, status text, encerrada date, preenchidas int)
      order by p.n returning id`,
  );
}

export async function writeAnuncios(
  tx: Tx,
  { empresaId, today }: Seed,
  pedidos: readonly Pedido[],
  pedidoIds: readonly number[],
): Promise<void> {
  const anuncios = pedidos.flatMap((pedido, n) =>
    pedido.anuncio
      ? [
          {
            solicitacao: pedidoIds[n],
            titulo: pedido.titulo,
            descricao: descricaoDoAnuncio(pedido.cargo),
            ini: addDays(pedido.data, 3),
            fim: addDays(today, 40),
            // What is suspended is not shown.
            portal: pedido.situacao === 'A',
          },
        ]
      : [],
  );
  await tx.query(sql`
    insert into anuncios_vagas (empresa_id, solicitacao_id, titulo, descricao, exibir_modulo_externo, data_ini, data_fim, previsao_encerramento, dias_espera_nova_aplicacao, dias_resposta)
    select ${empresaId}, a.solicitacao, a.titulo, a.descricao, a.portal, a.ini, a.fim, a.fim, 90, 15
    from json_to_recordset(${JSON.stringify(anuncios)}::json) as a(solicitacao bigint, titulo text, descricao text, portal boolean, ini date, fim date)`);
}

export async function writeCandidatos(
  tx: Tx,
  { empresaId }: Seed,
  candidatos: readonly Candidato[],
  fonteIds: readonly number[],
): Promise<void> {
  const rows = candidatos.map((candidato) => {
    const [area, curso, tipo] = formacoesDoCargo[candidato.cargo] ?? [
      'Administração',
      'Ensino médio técnico em Administração',
      'TECNICO',
    ];
    return { ...candidato, fonte: fonteIds[candidato.fonte], area, curso, tipo };
  });
  await tx.query(sql`
    with c as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as c(nome text, cpf text, sexo text, nascimento date, email text, cargo text, fonte bigint, cidade text, celular text,
        deficiencia text, raca text, pretensao numeric, texto text, atualizado date, contratado boolean, talento bigint, area text, curso text, tipo text)
    ), pessoas as (
      insert into candidatos (empresa_id, nome, cpf, sexo, data_nascimento, email, ddd_celular, fone_celular, cidade_id, uf_id, nacionalidade, estado_civil, escolaridade, etnia_raca, deficiencia,
        cota_pcd, colocacao, pretencao_salarial, como_ficou_sabendo_vaga_id, ocr_texto, disponivel, contratado, talento_id, atualizado_em)
      select ${empresaId}, c.nome, c.cpf, c.sexo, c.nascimento, c.email, '85', c.celular, k.id, k.uf_id, 'B', '01', case when c.tipo = 'GRADUACAO' then '09' else '14' end, c.raca, c.deficiencia,
        c.deficiencia <> 'N', 'E', c.pretensao, c.fonte, c.texto, not c.contratado, c.contratado, c.talento, c.atualizado
      from c left join cidades k on k.codigo_ibge = c.cidade returning id, cpf
    ), querem as (
      insert into candidatos_cargos (registro_id, alvo_id, ordem)
      select p.id, g.id, 1 from pessoas p join c on c.cpf = p.cpf join cargos g on g.empresa_id = ${empresaId} and g.nome = c.cargo
    ), estudaram as (
      insert into candidatos_formacoes (registro_id, ordem, area_formacao_id, curso, local, tipo, situacao, conclusao)
      select p.id, 1, f.id, c.curso, 'Instituto Federal do Ceará', c.tipo, 'COMPLETO', '12/' || (extract(year from c.nascimento)::int + 23)
      from pessoas p join c on c.cpf = p.cpf join areas_formacao f on f.empresa_id = ${empresaId} and f.nome = c.area
    )
    insert into candidatos_experiencias (registro_id, ordem, empresa, cargo_id, salario, data_admissao, data_desligamento, motivo_saida)
    select p.id, 1, 'Comércio e Indústria Boa Vista Ltda.', g.id, round(c.pretensao * 0.9, 2), c.atualizado - 1500, c.atualizado - 90, 'Busca de crescimento'
    from pessoas p join c on c.cpf = p.cpf join cargos g on g.empresa_id = ${empresaId} and g.nome = c.cargo`);
}

/** The applications with a row of history for each step; a day of the plan is taken as that day's afternoon. */
export async function writeCandidaturas(
  tx: Tx,
  { empresaId }: Seed,
  candidaturas: readonly Candidatura[],
  pedidoIds: readonly number[],
  etapaIds: readonly number[],
): Promise<void> {
  const rows = candidaturas.map(({ pedido, passos, ...rest }, n) => {
    const ultimo = passos.at(-1) as Passo;
    return {
      ...rest,
      n,
      solicitacao: pedidoIds[pedido],
      etapa: ultimo.etapa === null ? null : etapaIds[ultimo.etapa],
      inscrita: passos[0]?.data,
      desde: ultimo.data,
      passos: passos.map(({ etapa, ...passo }) => ({ ...passo, etapa: etapa === null ? null : etapaIds[etapa] })),
    };
  });
  await tx.query(sql`
    with r as (
      select r.*, k.id as candidato, case when r.situacao = 'C' then k.talento_id end as talento from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(n int, cpf text, nome text, origem text, fonte text, situacao text, motivo text, solicitacao bigint, etapa bigint, inscrita date, desde date, passos json)
      join candidatos k on k.empresa_id = ${empresaId} and k.cpf = r.cpf
    ), feitas as (
      insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, fonte, etapa_seletiva_id, situacao, inscrita_em, etapa_desde, encerrada_em, resposta_ate, motivo, talento_id)
      select ${empresaId}, r.solicitacao, r.candidato, r.nome, r.origem, r.fonte, r.etapa, r.situacao, r.inscrita + time '15:00', r.desde + time '15:00',
        case when r.situacao <> 'A' then r.desde + time '15:00' end, r.inscrita + 15, r.motivo, r.talento
      from r order by r.n returning id, solicitacao_id, candidato_id
    )
    insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, etapa_seletiva_id, data, responsavel, apto, observacao)
    select ${empresaId}, f.id, r.candidato, r.solicitacao, p.etapa, p.data, ${DEMO_LOGINS[1].nome}, p.apto, p.observacao
    from feitas f join r on r.solicitacao = f.solicitacao_id and r.candidato = f.candidato_id
    cross join lateral json_to_recordset(r.passos) as p(etapa bigint, data date, apto text, observacao text)
    order by f.id, p.data`);
}
