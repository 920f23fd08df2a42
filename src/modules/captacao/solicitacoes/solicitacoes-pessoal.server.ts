import sql, { join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare, namedId } from '#kit/fields/bare.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { PERIOD_BACKWARDS } from '#kit/form/period.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { parameter } from '#kit/query/list-parameters.ts';
import { refuse, stillThere } from '#kit/refusal/refusal.ts';
import type { JsonSchema } from '#kit/registry/wire-schema.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { daAreaVisivel } from '#modules/estrutura/public.server.ts';
import { iniciaAprovacao, temEtapaDecidida } from './aprovacao.server.ts';
import { situacoesDaSolicitacao } from './codigos.ts';
import { dizLimite, limiteDaVaga } from './limite.server.ts';
import { solicitacaoMudou } from './solicitacoes.messages.ts';
import { AVISO_LEGAL, restringe, VER_TODAS } from './solicitacoes.rules.ts';
import { solicitacoesPessoal } from './solicitacoes-pessoal.registry.ts';
import { transicoesHooks } from './transicoes.server.ts';
import { avisaDaSolicitacao } from './valores.server.ts';
import { solicitacoesVisiveis } from './visiveis.server.ts';

/** What an approval is about: a change of it is judged again. */
const APROVADOS = ['quantidade', 'areaOrganizacional', 'estabelecimento', 'faixaSalarial', 'vinculo', 'remuneracao'] as const;

type Valores = Readonly<Record<string, unknown>>;
const mudou = (before: Valores, value: Valores, campos: readonly string[]): boolean =>
  campos.some((campo) => (bare(before[campo]) ?? null) !== (bare(value[campo]) ?? null));

/** A step of the chain has approved what a save of a request in analysis now changes. Another area asks its own people. */
const mudaOQueEtapaAprovou = async (tx: Queryable, before: Valores & { id: number }, value: Valores): Promise<boolean> =>
  before.status === 'I' &&
  mudou(before, value, APROVADOS) &&
  (await temEtapaDecidida(tx, before.id, mudou(before, value, ['areaOrganizacional'])));

async function julgaArea(tx: Tx, acting: Acting, area: unknown): Promise<void> {
  if (solicitacoesVisiveis(acting) === undefined) return;
  const id = namedId(area) ?? null;
  const minha = await tx.one(
    sql`select a.id from areas_organizacionais a where a.id = ${id} and ${daAreaVisivel(acting, sql`a.id`)}`,
  );
  if (!minha)
    throw refuse.invalid([{ field: 'areaOrganizacional', message: 'Escolha uma das áreas pelas quais você responde.' }]);
}

/** Those who leave are replaced while they are here, unless the request includes those who have left. */
async function julgaSubstituidos(tx: Tx, talentos: readonly number[], hoje: string): Promise<void> {
  if (talentos.length === 0) return;
  const desligados = await tx.query<{ nome: string }>(
    sql`select nome from talentos where id = any(${[...talentos]}::bigint[]) and data_desligamento < ${hoje}::date order by nome_ord limit 3`,
  );
  if (desligados.length > 0)
    throw refuse.invalid([
      {
        field: 'colaboradoresSubstituidos',
        message: `${desligados.map(({ nome }) => nome).join(', ')}: já desligado. Marque “Incluir talentos desligados” para substituir quem já saiu.`,
      },
    ]);
}

/** The parameters of the specification's filter (ENT-022) beside those of every list; areas are spelled so there. */
const filtro = {
  visualizar: z.enum([...namesOf(situacoesDaSolicitacao), 'T'], 'Valor inválido').optional(),
  dataIni: inQuery.date.optional(),
  dataFim: inQuery.date.optional(),
  dataEncerramentoIni: inQuery.date.optional(),
  dataEncerramentoFim: inQuery.date.optional(),
  estabelecimentoId: inQuery.id.optional(),
  areaOrganizacionaId: inQuery.id.optional(),
  cargoId: inQuery.id.optional(),
  motivoId: inQuery.id.optional(),
  codigo: inQuery.text.optional(),
};

const consulta: Record<keyof typeof filtro, JsonSchema> = {
  visualizar: { type: 'string', enum: [...namesOf(situacoesDaSolicitacao), 'T'], description: 'A situação; T: todas' },
  dataIni: parameter.date('Data da solicitação: a partir de'),
  dataFim: parameter.date('Data da solicitação: até'),
  dataEncerramentoIni: parameter.date('Data do encerramento: a partir de'),
  dataEncerramentoFim: parameter.date('Data do encerramento: até'),
  estabelecimentoId: parameter.id('Deste estabelecimento'),
  areaOrganizacionaId: parameter.id('Desta área'),
  cargoId: parameter.id('Deste cargo'),
  motivoId: parameter.id('Por este motivo'),
  codigo: parameter.text('O código da solicitação'),
};

function daConsulta(query: Valores): Sql | undefined {
  const given = Object.fromEntries(Object.keys(filtro).map((name) => [name, query[name]]));
  const f = queryOf({ query: given }, filtro);
  // RUL-138
  for (const [ini, fim] of [
    ['dataIni', 'dataFim'],
    ['dataEncerramentoIni', 'dataEncerramentoFim'],
  ] as const) {
    const [first, last] = [f[ini], f[fim]];
    if (first && last && last < first) throw refuse.invalid([{ field: fim, message: PERIOD_BACKWARDS }]);
  }
  const partes: Sql[] = [];
  if (f.visualizar && f.visualizar !== 'T') partes.push(sql`t.situacao = ${f.visualizar}`);
  if (f.dataIni) partes.push(sql`t.data >= ${f.dataIni}::date`);
  if (f.dataFim) partes.push(sql`t.data <= ${f.dataFim}::date`);
  if (f.dataEncerramentoIni) partes.push(sql`t.data_encerramento >= ${f.dataEncerramentoIni}::date`);
  if (f.dataEncerramentoFim) partes.push(sql`t.data_encerramento <= ${f.dataEncerramentoFim}::date`);
  if (f.estabelecimentoId !== undefined) partes.push(sql`t.estabelecimento_id = ${f.estabelecimentoId}`);
  if (f.areaOrganizacionaId !== undefined) partes.push(sql`t.area_organizacional_id = ${f.areaOrganizacionaId}`);
  if (f.motivoId !== undefined) partes.push(sql`t.motivo_solicitacao_id = ${f.motivoId}`);
  if (f.codigo) partes.push(sql`t.id::text = ${f.codigo.trim()}`);
  if (f.cargoId !== undefined)
    partes.push(sql`t.faixa_salarial_id in (select f.id from faixas_salariais f where f.cargo_id = ${f.cargoId})`);
  return partes.length === 0 ? undefined : join(partes, ' and ');
}

/** What somebody sees above a request: what the approval says, and the days that come. */
async function cabeca(db: Queryable, _acting: Acting, id: number) {
  const { situacao, status, previsao, etapa, prazo } = stillThere(
    await db.one<{
      situacao: string;
      status: 'I' | 'A' | 'R';
      previsao: string | null;
      etapa: string | null;
      prazo: string | null;
    }>(sql`
    select s.situacao, s.status, s.data_previsao_encerramento::text as previsao, a.nome as etapa, a.prazo::text as prazo
    from solicitacoes_pessoal s left join lateral (
      select x.nome, x.prazo from solicitacoes_pessoal_aprovacoes x join solicitacoes_pessoal_rodadas r using (solicitacao_id, rodada)
      where x.solicitacao_id = s.id and x.situacao = 'P' and s.status = 'I' order by x.ordem limit 1) a on true
    where s.id = ${id}`),
  );
  const estados = {
    I: { texto: etapa ? `Em análise: ${etapa}` : 'Em análise', tom: 'waiting' },
    A: { texto: 'Aprovada', tom: 'good' },
    R: { texto: 'Reprovada', tom: 'quiet' },
  } as const;
  return {
    estado: situacao === 'A' ? estados[status] : null,
    prazos: [
      ...(prazo ? [{ data: prazo, titulo: `Aprovação: ${etapa}` }] : []),
      ...(previsao && (situacao === 'A' || situacao === 'S') ? [{ data: previsao, titulo: 'Previsão de encerramento' }] : []),
    ].toSorted((a, b) => a.data.localeCompare(b.data)),
  };
}

export const solicitacoesPessoalHooks = hooksFor(solicitacoesPessoal, {
  holdsOff: true,
  goesWith: [
    { table: 'solicitacoes_pessoal_rodadas', column: 'solicitacao_id' },
    { table: 'solicitacoes_pessoal_aprovacoes', column: 'solicitacao_id' },
  ],
  where: (acting) => solicitacoesVisiveis(acting, 't'),
  derived: [{ table: 'solicitacoes_pessoal_aprovacoes', columns: ['lembrada'] }],
  computed: { suspensa: `t.situacao = 'S'`, encerrada: `t.situacao = 'E'`, cancelada: `t.situacao = 'C'` },
  extraQuery: consulta,
  extraWhere: daConsulta,
  heading: cabeca,
  async beforeSave(tx, { value, before, restored, acting }) {
    if (!before || mudou(before, value, ['areaOrganizacional'])) await julgaArea(tx, acting, value.areaOrganizacional);
    // RUL-185: whoever does not choose it leaves it as it stands.
    if (before && !acting.can(VER_TODAS)) value.invisivelParaGestor = before.invisivelParaGestor;
    if (!value.incluirColaboradoresDesligados) await julgaSubstituidos(tx, value.colaboradoresSubstituidos, acting.today);
    if (value.dataPrevisaoEncerramento === null && value.qtdDiasPrevisao !== null)
      value.dataPrevisaoEncerramento = addDays(value.data, value.qtdDiasPrevisao);
    if (restored) return;
    const preenchidas = before?.qtdVagasPreenchidas ?? 0;
    if (before && before.quantidade !== value.quantidade && value.quantidade < preenchidas)
      throw refuse.invalid([
        {
          field: 'quantidade',
          message: `Esta solicitação já tem ${counted(preenchidas, 'vaga preenchida', 'vagas preenchidas')}: peça ao menos tantas.`,
        },
      ]);
    if (!before) {
      // RUL-061.
      value.status = 'I';
      value.qtdVagasPreenchidas = 0;
      value.solicitante = acting.usuarioId;
    } else if (before.status === 'R' || (before.status === 'A' && mudou(before, value, APROVADOS))) {
      value.status = 'I';
      value.dataStatus = null;
      value.liberador = null;
    }
  },
  async doubts(tx, { value, before, acting }) {
    const confirm: string[] = [];
    if (restringe(value) && !(before && restringe(before) && !mudou(before, value, ['sexo', 'idadeMinima', 'idadeMaxima'])))
      confirm.push(AVISO_LEGAL);
    if (before?.status === 'A' && value.status === 'I')
      confirm.push(
        'Esta solicitação já foi aprovada: com esta mudança ela volta para análise, e até ser aprovada de novo ninguém é contratado por ela.',
      );
    if (before && (await mudaOQueEtapaAprovou(tx, before, value)))
      confirm.push('Esta solicitação já passou por uma etapa da aprovação: com esta mudança a aprovação recomeça.');
    if (!before || mudou(before, value, APROVADOS)) {
      const limite = await limiteDaVaga(tx, acting, {
        ...(before ? { id: before.id } : {}),
        faixaSalarialId: namedId(value.faixaSalarial) ?? null,
        areaOrganizacionalId: namedId(value.areaOrganizacional) ?? null,
        quantidade: value.quantidade,
        substituidos: value.colaboradoresSubstituidos.length,
      });
      if (limite?.excede) confirm.push(dizLimite(limite));
    }
    return { confirm, tell: [] };
  },
  async afterSave(tx, { id, value, before, restored, acting }) {
    // Its approval comes back with it and goes on where it was, unless it was removed before the bin kept that.
    if (restored && (await tx.one(sql`select 1 from solicitacoes_pessoal_rodadas where solicitacao_id = ${id}`))) return;
    const voltou = before && before.status !== 'I' && value.status === 'I';
    if (before && !voltou && !(await mudaOQueEtapaAprovou(tx, before, value))) return;
    await iniciaAprovacao(tx, acting, id);
    await avisaDaSolicitacao(
      tx,
      acting,
      id,
      solicitacaoMudou,
      {
        mudanca: voltou ? 'mudada, e voltou para análise,' : before ? 'mudada, e a aprovação recomeçou,' : 'incluída',
        quem: acting.usuarioNome,
        motivo: '',
      },
      true,
    );
  },
  transitions: transicoesHooks,
});
