import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { nineBox } from './ninebox.registry.ts';

/** Whoever does not see everybody on it neither changes nor removes a nine-box, nor ends or reopens its calibration (ADR 90). */
const foraDaVista = async (tx: Tx, acting: Acting, id: number): Promise<string[]> =>
  areasVisiveis(acting) &&
  (await tx.one(sql`
    select from ninebox_avaliacoes_desempenho x join avaliados_desempenho a on a.avaliacao_desempenho_id = x.alvo_id
    join talentos t on t.id = a.colaborador_id where x.registro_id = ${id} and (${talentosVisiveis(acting)}) is not true limit 1`))
    ? ['Há pessoas de áreas que você não vê neste Nine Box: só quem vê todas elas o muda, encerra, reabre ou exclui.']
    : [];

async function recusaForaDaVista(tx: Tx, acting: Acting, id: number): Promise<void> {
  const [fora] = await foraDaVista(tx, acting, id);
  if (fora) throw new Refusal('FORA_DA_VISTA', fora, 409);
}

export const nineBoxHooks = hooksFor(nineBox, {
  holdsOff: true,
  async beforeSave(tx, { value, before, acting }) {
    if (before) await recusaForaDaVista(tx, acting, before.id);
    value.nome = value.titulo ?? `Nine Box de ${formatDate(value.data)}`;
  },
  // CALL-313
  async doubts(tx, { value, before, acting }) {
    const outro = await tx.one<{ nome: string }>(sql`
      select nome from ninebox where empresa_id = ${acting.empresaId} and data = ${value.data}::date and id is distinct from ${before?.id ?? null}
      order by id limit 1`);
    return { confirm: [], tell: outro && !before ? [`Já existe um Nine Box nesta data: ${outro.nome}.`] : [] };
  },
  transitions: {
    encerrar: {
      // An evaluation that is concluded later would bring people into what has ended.
      async guards(tx, { record, acting }) {
        const abertas = await tx.query<{ titulo: string }>(sql`
          select e.titulo from ninebox_avaliacoes_desempenho x join avaliacoes_desempenho e on e.id = x.alvo_id
          where x.registro_id = ${record.id} and e.situacao <> 'C' order by x.ordem`);
        return [
          ...(await foraDaVista(tx, acting, record.id)),
          ...abertas.map(({ titulo }) => `A avaliação ${titulo} ainda não foi concluída: conclua-a, ou retire-a deste Nine Box.`),
        ];
      },
    },
    reabrir: { guards: (tx, { record, acting }) => foraDaVista(tx, acting, record.id) },
  },
  async beforeRemove(tx, { before, acting }) {
    await recusaForaDaVista(tx, acting, before.id);
    if (await tx.one(sql`select 1 from movimentos_nine_box where nine_box_id = ${before.id} limit 1`))
      throw new Refusal(
        'NINE_BOX_CALIBRADO',
        'Alguém já mudou de quadrante neste Nine Box: ele fica guardado, com os motivos. Para deixá-lo de lado, encerre a calibragem.',
        409,
      );
  },
});
