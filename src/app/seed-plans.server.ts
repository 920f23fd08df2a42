import sql from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';

interface PlansSeed {
  empresaId: number;
  today: string;
}

const ACOES = [
  {
    nome: 'Conduzir a reunião semanal da equipe',
    meta: 'Quatro reuniões, cada uma com pauta e decisões por escrito',
    situacao: 'C',
  },
  { nome: 'Acompanhar um colega experiente por um mês', meta: 'Fazer sozinho o que hoje se faz a dois', situacao: 'A' },
  { nome: 'Apresentar um projeto a outra área', meta: 'Uma apresentação de 20 minutos, com perguntas', situacao: 'I' },
] as const;

/** Development plans, goals and feedback of the people whom the demonstration's manager leads, and of herself. */
export async function seedPlans(tx: Tx, { empresaId, today }: PlansSeed): Promise<void> {
  const cpf = DEMO_LOGINS[2].cpf.replace(/\D/g, '');
  const gestora = await tx.one<{ id: number; usuario: number }>(sql`
    select t.id, u.id as usuario from talentos t join usuarios u on u.cpf = t.cpf where t.cpf = ${cpf} and t.empresa_id = ${empresaId}`);
  if (!gestora) return;
  const equipe = await tx.query<{ id: number; avaliacao: number | null; competencia: number | null; nome: string | null }>(sql`
    select t.id, g.avaliacao, g.competencia, g.nome from talentos t
    join areas_organizacionais a on a.id = t.area_atual_id
    left join lateral (
      select d.avaliacao_desempenho_id as avaliacao, (k->>'id')::bigint as competencia, k->>'nome' as nome
      from avaliados_desempenho d, linhas_apuradas(d.avaliacao_desempenho_id, d.config_nivel_faixa_id, 'competencias', d.resultado -> 'competencias') as e(k, n)
      where d.colaborador_id = t.id and (k->>'obtido')::numeric < (k->>'exigido')::numeric
      order by d.avaliacao_desempenho_id desc, (k->>'exigido')::numeric - (k->>'obtido')::numeric desc limit 1) g on true
    where t.empresa_id = ${empresaId} and t.situacao = 'A' and t.id <> ${gestora.id}
      and a.nome in ('Recursos Humanos', 'Departamento Pessoal', 'Recrutamento e Seleção') order by t.id limit 6`);
  for (const [index, { id, avaliacao, competencia, nome }] of [
    ...equipe,
    { id: gestora.id, avaliacao: null, competencia: null, nome: null },
  ].entries()) {
    for (const [place, acao] of ACOES.entries()) {
      const inicio = addDays(today, -90 + 45 * place);
      const comecou = acao.situacao === 'I' ? null : addDays(inicio, 2);
      await tx.query(sql`
        insert into planos_acao (empresa_id, colaborador_id, nome, meta, previsao_inicio, previsao_termino, responsavel_id, competencia_id,
          avaliacao_desempenho_id, acompanhamento_situacao, acompanhamento_inicio, acompanhamento_termino, acompanhamento_observacao, autor_id)
        values (${empresaId}, ${id}, ${place === 1 && nome ? `Desenvolver: ${nome}` : acao.nome}, ${acao.meta}, ${inicio}, ${addDays(inicio, index % 3 === 0 ? 40 : 75)},
          ${place === 1 ? gestora.id : id}, ${place === 1 ? competencia : null}, ${place === 1 ? avaliacao : null}, ${acao.situacao}, ${comecou},
          ${acao.situacao === 'C' ? addDays(inicio, 30) : null}, ${acao.situacao === 'A' ? 'Começou bem; a próxima conversa é no fim do mês.' : null}, ${gestora.usuario})`);
    }
    await meta(tx, empresaId, { colaborador: id, titulo: 'Responder mais depressa', today });
  }
  await meta(tx, empresaId, { colaborador: null, titulo: 'Ser um lugar de onde ninguém quer sair', today });
  await conversas(
    tx,
    empresaId,
    gestora,
    equipe.slice(0, 3).map(({ id }) => id),
    today,
  );
}

/** A goal with two key results, half of the way. */
async function meta(
  tx: Tx,
  empresaId: number,
  { colaborador, titulo, today }: { colaborador: number | null; titulo: string; today: string },
): Promise<void> {
  const ano = today.slice(0, 4);
  const { id } = await tx.only<{ id: number }>(sql`
    insert into metas (empresa_id, titulo, data_ini, data_fim, peso, colaborador_id, progresso, situacao)
    values (${empresaId}, ${titulo}, ${`${ano}-01-01`}, ${`${ano}-12-31`}, 1, ${colaborador}, 62.5, 'A') returning id`);
  const resultados =
    colaborador === null
      ? [
          { descricao: 'Rotatividade no ano', unidade: '%', inicio: 20, alvo: 12, atual: 15 },
          { descricao: 'Recomendariam a empresa', unidade: '%', inicio: 60, alvo: 80, atual: 72.5 },
        ]
      : [
          { descricao: 'Prazo médio de resposta', unidade: 'horas', inicio: 24, alvo: 8, atual: 14 },
          { descricao: 'Pedidos resolvidos no primeiro contato', unidade: '%', inicio: 50, alvo: 90, atual: 75 },
        ];
  // Each has come 62.5 % of its way.
  for (const [ordem, { descricao, unidade, inicio, alvo, atual }] of resultados.entries())
    await tx.query(sql`
      insert into metas_resultados (registro_id, ordem, descricao, unidade, inicio, alvo, atual, peso)
      values (${id}, ${ordem + 1}, ${descricao}, ${unidade}, ${inicio}, ${alvo}, ${atual}, 1)`);
}

/** Something that the manager keeps for herself, something that was read, and something that waits for her. */
async function conversas(
  tx: Tx,
  empresaId: number,
  gestora: { id: number; usuario: number },
  equipe: readonly number[],
  today: string,
): Promise<void> {
  const nota = (autor: number, sobre: number | undefined, tipo: string, partilha: string, texto: string, lido: boolean) =>
    sobre === undefined
      ? undefined
      : tx.query(sql`
          insert into feedbacks (empresa_id, autor_id, colaborador_id, tipo, data, texto, combinado, partilha, lido_em)
          values (${empresaId}, ${autor}, ${sobre}, ${tipo}, ${addDays(today, -6)}, ${texto}, ${tipo === 'C' ? 'Voltar ao assunto em um mês.' : null}, ${partilha},
            case when ${lido}::boolean then now() end)`);
  await nota(
    gestora.usuario,
    equipe[0],
    'F',
    'E',
    'Tem resolvido sozinho o que antes perguntava. Lembrar disto na próxima avaliação.',
    false,
  );
  await nota(gestora.usuario, equipe[1], 'C', 'C', 'Conversamos sobre a carga de trabalho dos últimos dois meses.', true);
  await nota(gestora.usuario, equipe[2], 'F', 'L', 'A apresentação à diretoria foi clara, e os números estavam certos.', false);
  const admin = await tx.one<{ id: number }>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`);
  if (admin) await nota(admin.id, gestora.id, 'F', 'C', 'A equipe cita você como quem mais ouve. Obrigada.', false);
}
