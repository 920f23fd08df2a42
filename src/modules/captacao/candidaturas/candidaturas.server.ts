import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { RecordOf } from '#kit/registry/record.ts';
import { amend } from '#kit/store/amend.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { bloqueioDe } from '../candidatos/bloqueio.server.ts';
import { duvidasDeOutrasVagas } from '../candidatos/outras-vagas.server.ts';
import { deSolicitacoesVisiveis, solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { A_PEDIR, pedeAsDaEtapa } from './avaliacoes-da-etapa.server.ts';
import { candidatoNaoSelecionado } from './candidaturas.messages.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { mandaCarta } from './cartas.server.ts';
import { historico } from './historico.registry.ts';
import { escrevePasso, novaCandidatura } from './inscreve.server.ts';

const texto = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const candidaturasHooks = hooksFor(candidaturas, {
  holdsOff: true,
  derived: [A_PEDIR],
  where: deSolicitacoesVisiveis,
  computed: {
    vagaAberta: `select s.situacao = 'A' from solicitacoes_pessoal s where s.id = t.solicitacao_id`,
    naUltimaEtapa: `select not exists (select from etapas_seletivas x where x.empresa_id = e.empresa_id and (x.ordem, x.id) > (e.ordem, e.id))
      from etapas_seletivas e where e.id = t.etapa_seletiva_id`,
  },
  async beforeSave(tx, { value, before, restored, acting }) {
    if (before) return;
    if (restored) {
      // One that had ended takes no place: it comes back as what was.
      const [motivo] = restored.situacao === 'A' ? await porqueNaoVolta(tx, acting, restored) : [];
      if (motivo) throw new Refusal('VAGA_FECHADA', motivo, 409);
      return;
    }
    const { solicitacao: solicitacaoId, candidato: candidatoId } = value;
    Object.assign(value, await novaCandidatura(tx, acting, { solicitacaoId, candidatoId, origem: 'R' }));
  },
  async doubts(tx, { value: { solicitacao, candidato }, before, acting }) {
    const par = { solicitacaoId: Number(solicitacao), candidatoId: Number(candidato) };
    return { confirm: before ? [] : await duvidasDeOutrasVagas(tx, acting, [par]), tell: [] };
  },
  async afterSave(tx, { id, value, before, acting }) {
    // A restored one comes back with its steps.
    const { passos } = await tx.only<{ passos: boolean }>(
      sql`select exists (select 1 from candidatos_historicos where candidatura_id = ${id}) as passos`,
    );
    if (before || passos || !value.candidato) return;
    await escrevePasso(tx, acting, id, {});
    await pedeAsDaEtapa(tx, acting, [id], null);
  },
  async beforeRemove(tx, { before, acting }) {
    const deles = sql`from candidatos_historicos h where h.candidatura_id = ${before.id}`;
    // By this line an erasure finds what was written of a step whose beginning no line tells.
    await auditaConjunto(
      tx,
      acting,
      historico.table,
      'E',
      sql`select h.id as registro_id, jsonb_build_object('candidatura', jsonb_build_array(jsonb_build_object('id', ${before.id}::bigint, 'nome', ${before.resumo}::text), null)) as mudancas ${deles}`,
    );
    await tx.query(sql`delete ${deles}`);
  },
  goesWith: [
    { target: 'captacao/historico', field: 'candidatura' },
    { table: 'candidaturas_competencias', column: 'candidatura_id' },
    { table: 'candidaturas_emails', column: 'candidatura_id' },
    { table: 'candidaturas_pareceres_leituras', column: 'candidatura_id' },
  ],
  transitions: {
    recusar: {
      async effect(tx, { record, input, acting }) {
        await encerra(tx, record.id);
        await escrevePasso(tx, acting, record.id, { apto: 'N', observacao: texto(input.motivo) });
        if (input.avisar === true)
          await mandaCarta(tx, acting, candidatoNaoSelecionado, record.id, { recado: texto(input.recado) ?? '' });
      },
    },
    desistir: {
      async effect(tx, { record, input, acting }) {
        await encerra(tx, record.id);
        await escrevePasso(tx, acting, record.id, { observacao: texto(input.motivo) });
      },
    },
    retomar: {
      guards: (tx, { record, acting }) => porqueNaoVolta(tx, acting, record),
      async effect(tx, { record, acting }) {
        await tx.query(sql`update candidaturas set encerrada_em = null, motivo = null, recado = null where id = ${record.id}`);
        await escrevePasso(tx, acting, record.id, { observacao: 'Candidatura retomada.' });
      },
    },
  },
});

/** Why an application is not taken up again, as an act or from the bin. */
async function porqueNaoVolta(
  tx: Tx,
  acting: Acting,
  { id, candidato, solicitacao }: RecordOf<typeof candidaturas.fields>,
): Promise<string[]> {
  const vaga = await tx.only<{ situacao: string; outra: boolean }>(sql`
    select s.situacao, exists (select 1 from candidaturas c where c.solicitacao_id = s.id and c.candidato_id = ${candidato.id}
      and c.id <> ${id} and c.situacao in ('A', 'C')) as outra
    from solicitacoes_pessoal s where s.id = ${solicitacao.id} for share of s`);
  const bloqueio = await bloqueioDe(tx, acting, candidato.id);
  return [
    ...(bloqueio ? [bloqueio] : []),
    ...(vaga.situacao === 'A' ? [] : ['A vaga não está aberta: ninguém volta à seleção.']),
    ...(vaga.outra ? ['Este candidato já está de novo na seleção desta vaga.'] : []),
  ];
}

const encerra = (tx: Tx, id: number) => tx.query(sql`update candidaturas set encerrada_em = now() where id = ${id}`);

/** The `where` of a registry whose records (alias `t`) each belong to an application. */
export function deCandidaturasVisiveis(acting: Acting): Sql | undefined {
  const visiveis = solicitacoesVisiveis(acting);
  return (
    visiveis &&
    sql`t.candidatura_id in (
      select c.id from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id where s.empresa_id = ${acting.empresaId} and ${visiveis})`
  );
}

export const historicoHooks = hooksFor(historico, {
  where: deSolicitacoesVisiveis,
  async beforeSave(tx, { value, before }) {
    // As on the board, requests are locked before applications, so that no step is written while one is suspended.
    if (!before)
      await tx.query(sql`
        select 1 from solicitacoes_pessoal where id in (select solicitacao_id from candidaturas where id = ${value.candidatura}) for share`);
    const candidatura = await tx.one<{ candidato: number; solicitacao: number }>(
      sql`select candidato_id as candidato, solicitacao_id as solicitacao from candidaturas where id = ${value.candidatura}`,
    );
    value.candidato = candidatura?.candidato as number;
    value.solicitacao = candidatura?.solicitacao as number;
  },
  // A step that is written by hand moves the candidate as one on the board does; one that comes back from the bin tells of what was.
  async afterSave(tx, { value, before, restored, acting }) {
    if (before || restored) return;
    const candidatura = await tx.one<{
      id: number;
      situacao: string;
      etapaSeletiva: number | null;
      etapaDesde: Date;
      vaga: string;
    }>(sql`
      select c.id, c.situacao, c.etapa_seletiva_id as "etapaSeletiva", c.etapa_desde as "etapaDesde", s.situacao as vaga
      from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id where c.id = ${value.candidatura} for no key update of c`);
    const etapaSeletiva = value.etapaSeletiva ?? null;
    if (!candidatura || etapaSeletiva === null || candidatura.etapaSeletiva === etapaSeletiva) return;
    if (candidatura.situacao !== 'A') throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou.', 409);
    if (candidatura.vaga !== 'A') throw new Refusal('VAGA_FECHADA', 'A vaga não está aberta: ninguém muda de etapa.', 409);
    await amend(tx, acting, candidaturas, candidatura, { etapaSeletiva, etapaDesde: new Date() });
    await pedeAsDaEtapa(tx, acting, [candidatura.id], Number(etapaSeletiva));
  },
});
