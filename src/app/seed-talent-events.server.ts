import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { newQuestion, withQuestions } from '#platform/questionario/edits.ts';

interface Where {
  empresaId: number;
  today: string;
}

/** Events of people beyond their positions: trial periods, dismissals, leaves, occurrences, studies. Written in bulk. */
export async function seedTalentEvents(tx: Tx, where: Where): Promise<void> {
  await seedKinds(tx, where);
  await seedDismissals(tx, where);
  await seedLeaves(tx, where);
  await seedOccurrences(tx, where);
  await seedTrials(tx, where);
  await seedStudies(tx, where);
}

async function seedKinds(tx: Tx, { empresaId }: Where) {
  await tx.query(sql`
    insert into periodos_experiencia (empresa_id, nome, dias, ativo, avisos) values (${empresaId}, 'Primeiro período (45 dias)', 45, true, '{15,5}'), (${empresaId}, 'Segundo período (90 dias)', 90, true, '{15,5}')`);
  await tx.query(sql`
    insert into motivos_desligamento (empresa_id, motivo, turnover, ativo)
    select ${empresaId}, m, c, true from (values ('Pedido de demissão', true), ('Desempenho', true), ('Redução de quadro', true), ('Término de contrato', false), ('Aposentadoria', false)) x(m, c)`);
  await tx.query(sql`
    insert into tipos_ocorrencia (empresa_id, descricao, turnover, considerar_qtd_colaboradores_por_cargo, absenteismo)
    select ${empresaId}, d, false, false, a from (values ('Advertência verbal', false), ('Advertência escrita', false), ('Elogio', false), ('Falta injustificada', true), ('Atraso', false)) x(d, a)`);
  await tx.query(sql`
    insert into providencias (empresa_id, descricao) select ${empresaId}, d from unnest(array['Orientação', 'Desconto em folha', 'Registro na ficha', 'Suspensão']) d`);
  await tx.query(sql`
    insert into tipos_documento (empresa_id, descricao) select ${empresaId}, d from unnest(array['Contrato de trabalho', 'Diploma', 'Documento de identidade']) d`);
  await tx.query(sql`
    insert into afastamentos (empresa_id, descricao, classe, ativo, absenteismo, inss, mandato_sindical, mandato_eletivo)
    select ${empresaId}, d, c, true, a, i, c = 'MANDATO_SINDICAL', false from (values ('Doença ou acidente', 'ACIDENTE_DOENCA', true, true), ('Férias', 'FERIAS_RECESSO', false, false),
      ('Licença-maternidade', 'SIMPLES', false, true), ('Consulta ou exame', 'SIMPLES', true, false), ('Mandato sindical', 'MANDATO_SINDICAL', false, false)) x(d, c, a, i)`);
  const modelo = await tx.one<{ id: number }>(
    sql`insert into modelos_entrevista_desligamento (empresa_id, titulo, ativa) values (${empresaId}, 'Entrevista de desligamento', true) returning id`,
  );
  await tx.query(sql`
    insert into modelos_entrevista_desligamento_perguntas (registro_id, ordem, texto, tipo, opcoes, nota_minima, nota_maxima, peso)
    select ${modelo?.id}, n, t, k, o, 0, 10, 1 from (values (1, 'Qual foi o principal motivo da saída?', '1', E'Salário e benefícios\nCrescimento\nLiderança\nMotivos pessoais'),
      (2, 'O que a empresa deveria melhorar?', '5', E'Comunicação\nReconhecimento\nAmbiente\nFerramentas'), (3, 'Que nota você dá à sua liderança?', '4', null),
      (4, 'O que mais você gostaria de dizer?', '3', null)) x(n, t, k, o)`);
}

/** Those who left have their reason; one in six has none, as in records that came from elsewhere. */
const seedDismissals = (tx: Tx, { empresaId }: Where) =>
  tx.query(sql`
    insert into desligamentos (empresa_id, colaborador_id, data, motivo_id, tipo, aviso_previo, status, resumo, confirmado_em)
    select t.empresa_id, t.id, t.data_desligamento, m.id, case when m.motivo = 'Pedido de demissão' then 'PEDIDO' when m.turnover then 'SEM_JUSTA_CAUSA' else 'TERMINO_CONTRATO' end,
      'NAO_SE_APLICA', 'D', t.nome, t.data_desligamento
    from (select t.*, row_number() over (order by t.id) as n from talentos t where t.empresa_id = ${empresaId} and t.data_desligamento is not null) t
    join (select m.*, row_number() over (order by m.id) - 1 as k from motivos_desligamento m where m.empresa_id = ${empresaId}) m on m.k = t.n % 5
    where t.n % 6 <> 0`);

/** Two short leaves and one holiday for some of the people, on days that never overlap. */
const seedLeaves = (tx: Tx, { empresaId, today }: Where) =>
  tx.query(sql`
    insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, classe, inicio, fim, resumo)
    select t.empresa_id, t.id, a.id, a.classe, d.inicio, d.inicio + (d.dias - 1),
      t.nome || ' – de ' || to_char(d.inicio, 'DD/MM/YYYY') || ' a ' || to_char(d.inicio + (d.dias - 1), 'DD/MM/YYYY')
    from (select t.*, row_number() over (order by t.id) as n from talentos t where t.empresa_id = ${empresaId} and t.situacao = 'A') t
    cross join (values (0, 3, 2), (1, 5, 1), (2, 4, 20)) v(k, passo, dias)
    cross join lateral (select ${today}::date - 40 - (v.k * 55 + t.n % 30)::int as inicio, v.dias) d
    join afastamentos a on a.empresa_id = t.empresa_id
      and a.descricao = (array['Doença ou acidente', 'Consulta ou exame', 'Férias'])[v.k + 1]
    where t.n % v.passo = 0 and d.inicio > t.data_admissao`);

const seedOccurrences = (tx: Tx, { empresaId, today }: Where) =>
  tx.query(sql`
    insert into colaboradores_ocorrencias (empresa_id, colaborador_id, ocorrencia_id, data_ini, data_fim, providencia_id, resumo)
    select t.empresa_id, t.id, o.id, ${today}::date - (t.n % 25)::int, null, case when t.n / 4 % 3 <> 0 then p.id end, t.nome || ' – ' || o.descricao
    from (select t.*, row_number() over (order by t.id) as n from talentos t where t.empresa_id = ${empresaId} and t.situacao = 'A') t
    join (select o.*, row_number() over (order by o.id) - 1 as k from tipos_ocorrencia o where o.empresa_id = ${empresaId}) o on o.k = t.n / 4 % 5
    join (select p.*, row_number() over (order by p.id) - 1 as k from providencias p where p.empresa_id = ${empresaId}) p on p.k = t.n / 4 % 4
    where t.n % 4 = 0 and ${today}::date - (t.n % 25)::int > t.data_admissao`);

/** What a manager answers about somebody on trial. */
const perguntasDaExperiencia = withQuestions([
  ...['Aprende a rotina da área', 'Entrega o que foi combinado', 'Convive bem com a equipe', 'Cumpre horários e normas'].map(
    (texto) => ({
      ...newQuestion(0, '4'),
      texto,
    }),
  ),
  { ...newQuestion(0, '3'), texto: 'O que ainda deve melhorar?', obrigatoria: false },
])(DEFINICAO_VAZIA);

/**
 * People admitted in the last half year were evaluated by their manager shortly before each period's end, except one in five, who
 * is late: prolonged after the first period, kept after the second.
 */
async function seedTrials(tx: Tx, { empresaId, today }: Where) {
  await tx.query(sql`
    insert into modelos_avaliacao (empresa_id, titulo, tipo, periodo_acompanhamento_experiencia_id, percentual_minimo_aprovacao, ativo)
    select p.empresa_id, 'Acompanhamento de ' || p.dias || ' dias', 'A', p.id, 70, true from periodos_experiencia p where p.empresa_id = ${empresaId}`);
  await tx.query(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    select m.empresa_id, 'avaliacao/modelos-avaliacao', m.id, 1, ${JSON.stringify(perguntasDaExperiencia)}::jsonb
    from modelos_avaliacao m where m.empresa_id = ${empresaId} and m.tipo = 'A'`);
  await tx.query(sql`
    insert into avaliacoes_experiencia (empresa_id, colaborador_id, periodo_id, data, avaliador, modelo_id, percentual, minimo, resultado, parecer, contrato_ate, observacao, resumo)
    select x.empresa_id, x.id, x.periodo_id, x.data, coalesce(x.avaliador, 'Recursos Humanos'), x.modelo_id, x.percentual, 70,
      case when x.percentual >= 70 then 'A' else 'R' end, case when x.dias < 90 then 'PRORROGAR' else 'EFETIVAR' end, case when x.dias < 90 then x.data_admissao + 89 end,
      case when x.percentual < 70 then 'Ainda aprende a rotina da área: acompanhar de perto.' end, x.nome || ' – ' || x.periodo
    from (select t.empresa_id, t.id, t.nome, t.data_admissao, p.id as periodo_id, p.nome as periodo, p.dias, m.id as modelo_id, t.data_admissao + p.dias - 4 as data,
        case when p.dias < 90 then 64 else 71 end + (t.id * 7 + p.dias) % 28 as percentual,
        (select r.nome from areas_organizacionais_empresa_e_responsaveis e join talentos r on r.id = e.colaborador_dto_id
          where e.registro_id = t.area_atual_id and r.id <> t.id order by e.id limit 1) as avaliador
      from talentos t join periodos_experiencia p on p.empresa_id = t.empresa_id join modelos_avaliacao m on m.periodo_acompanhamento_experiencia_id = p.id
      where t.empresa_id = ${empresaId} and t.situacao = 'A' and t.vinculo in ('E', 'A', 'ED') and t.data_admissao > ${today}::date - 180 and t.id % 5 <> 0) x
    where x.data <= ${today}::date`);
}

async function seedStudies(tx: Tx, { empresaId, today }: Where) {
  await tx.query(sql`
    insert into areas_formacao (empresa_id, nome) select ${empresaId}, d from unnest(array['Administração', 'Engenharia de Produção', 'Tecnologia da Informação', 'Contabilidade']) d
    on conflict do nothing`);
  await tx.query(sql`
    insert into talentos_formacoes (registro_id, ordem, area_formacao_id, curso, local, tipo, situacao, conclusao)
    select t.id, 1, a.id, a.nome, (array['Universidade Federal do Ceará', 'Instituto Federal', 'Universidade de Fortaleza'])[t.n % 3 + 1],
      (array['GRADUACAO', 'TECNICO', 'ESPECIALIZACAO'])[t.n % 3 + 1], case when t.n % 5 = 0 then 'EM_ANDAMENTO' else 'COMPLETO' end, case when t.n % 5 = 0 then null else '12/' || (2005 + t.n % 18) end
    from (select t.*, row_number() over (order by t.id) as n from talentos t where t.empresa_id = ${empresaId}) t
    join (select a.*, row_number() over (order by a.id) - 1 as k from areas_formacao a where a.empresa_id = ${empresaId}) a on a.k = t.n % 4
    where t.n % 3 <> 0`);
  // Done in the last five years and good for two.
  await tx.query(sql`
    insert into talentos_certificados (registro_id, ordem, titulo, organizacao, tipo, data_inicio, data_fim, validade, carga_horaria_total)
    select t.id, 1, (array['NR-10: Segurança em Eletricidade', 'Excel Avançado', 'Liderança'])[t.n % 3 + 1], 'SENAI', 'Curso', t.fim - 10, t.fim,
      case when t.n % 3 = 0 then t.fim + 730 end, 40
    from (select t.id, t.n, ${today}::date - (20 + t.n * 13 % 1800)::int as fim
      from (select t.id, row_number() over (order by t.id) as n from talentos t where t.empresa_id = ${empresaId}) t) t where t.n % 4 = 0`);
}
