import sql, { raw } from 'sql-template-tag';
import { formatDate } from '#kit/br/date.ts';
import { parameter } from '#kit/query/list-parameters.ts';
import { joined } from '#kit/query/wide.server.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { comoNovos, daBusca } from '../buscas/novos.server.ts';
import { NOVOS, NOVOS_DA_BUSCA } from '../buscas/novos.ts';
import { bloqueado } from './bloqueio.server.ts';
import { atualizaBusca, ondeTexto } from './busca.server.ts';
import { candidatos } from './candidatos.registry.ts';
import { acabaOEnviado, cartasSeguem } from './comecado.server.ts';
import { prendeConta, soltaConta } from './contas.server.ts';
import { CONTA_NO_PORTAL, MESMO_CPF, segueConferencia, semConferencia } from './do-portal.server.ts';
import { avisoDeHomonimo, homonimosDe } from './homonimos.server.ts';
import { dizOutrasVagas, OUTRAS_VAGAS, RETIRADO_EM } from './outras-vagas.server.ts';
import { UNIFICACOES } from './retrato.server.ts';
import { segueDeVolta } from './segue-conta.server.ts';
import { pedeTextos } from './textos.server.ts';
import { soDosVisiveis } from './visiveis.server.ts';

export const candidatosHooks = hooksFor(candidatos, {
  holdsOff: true,
  where: soDosVisiveis,
  computed: { outrasVagas: OUTRAS_VAGAS, contaNoPortal: CONTA_NO_PORTAL, mesmoCpf: MESMO_CPF },
  derived: ['candidatos_busca', 'buscas_candidatos_vistos'],
  extraQuery: {
    texto: parameter.text('Palavras do currículo ou dos dados do candidato'),
    [NOVOS_DA_BUSCA]: {
      ...parameter.text('De quem uma busca salva avisou a última vez, pelo número dela, ou num dia: 12,2026-11-28'),
      pattern: NOVOS.source,
      examples: ['12'],
    },
  },
  extraWhere({ texto, [NOVOS_DA_BUSCA]: novos }, acting) {
    const comTexto = typeof texto === 'string' ? ondeTexto(texto, acting.empresaId) : undefined;
    if (novos === undefined) return comTexto;
    return joined(comTexto, daBusca(comoNovos(novos), acting));
  },
  async heading(db, { today }, id) {
    const candidato = stillThere(
      await db.one<{
        bloqueado: boolean;
        ate: string | null;
        contratado: boolean;
        outrasVagas: string;
        retiradoEm: string | null;
      }>(sql`
      select ${bloqueado(sql`t`, sql`${today}::date`)} as bloqueado, bloqueado_ate as ate, contratado, ${raw(OUTRAS_VAGAS)} as "outrasVagas",
        ${raw(RETIRADO_EM)} as "retiradoEm" from candidatos t where id = ${id}`),
    );
    if (candidato.bloqueado)
      return {
        estado: { texto: candidato.ate ? `Bloqueado até ${formatDate(candidato.ate)}` : 'Bloqueado', tom: 'bad' },
        prazos: [],
      };
    if (candidato.contratado) return { estado: { texto: 'Contratado', tom: 'good' }, prazos: [] };
    return { estado: dizOutrasVagas(candidato), prazos: [] };
  },
  async beforeSave(tx, { value, before, restored, acting }) {
    value.atualizadoEm = acting.today;
    if (before || restored) return;
    Object.assign(value, { contratado: false, bloqueado: false });
    const talento = await tx.one(
      sql`select 1 from talentos where empresa_id = ${acting.empresaId} and cpf = ${value.cpf ?? null} and situacao <> 'C' limit 1`,
    );
    value.jaFoiColaborador = talento !== undefined;
  },
  async doubts(tx, { value, before, acting }) {
    if (before) return { confirm: [...(await semConferencia(tx, [{ value, before }], acting)).values()], tell: [] };
    const homonimos = await homonimosDe(tx, acting, String(value.nome), { cpf: value.cpf ?? null });
    return { confirm: homonimos.slice(0, 3).map(avisoDeHomonimo), tell: [] };
  },
  holds: semConferencia,
  async beforeRemove(tx, { before, acting }) {
    await soltaConta(tx, acting, before.id);
    // Its merges fall with it, and no file waits for their undo.
    await tx.query(sql`
      delete from arquivo_usos where tabela = ${UNIFICACOES} and registro_id in (select id from candidatos_unificacoes where candidato_id = ${before.id})`);
  },
  async afterSave(tx, { id, value, before, acting, confirmed }) {
    if (!before) {
      await prendeConta(tx, id);
      await segueDeVolta(tx, acting, id);
    } else {
      if (Object.hasOwn(value, 'email') && value.email !== before.email) {
        await acabaOEnviado(tx, acting, id);
        await cartasSeguem(tx, id, before.email as string | null, value.email as string | null);
      }
      await segueConferencia(tx, acting, { id, value, before, confirmed });
    }
    await pedeTextos(tx, acting.empresaId, id);
    await atualizaBusca(tx, sql`c.id = ${id}`);
  },
});
