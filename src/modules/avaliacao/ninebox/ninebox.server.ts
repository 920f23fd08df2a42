import sql from 'sql-template-tag';
import { formatDate } from '#kit/br/date.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { nineBox } from './ninebox.registry.ts';

export const nineBoxHooks = hooksFor(nineBox, {
  async beforeSave(_tx, { value }) {
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
      async guards(tx, { record }) {
        const abertas = await tx.query<{ titulo: string }>(sql`
          select e.titulo from ninebox_avaliacoes_desempenho x join avaliacoes_desempenho e on e.id = x.alvo_id
          where x.registro_id = ${record.id} and e.situacao <> 'C' order by x.ordem`);
        return abertas.map(
          ({ titulo }) => `A avaliação ${titulo} ainda não foi concluída: conclua-a, ou retire-a deste Nine Box.`,
        );
      },
    },
  },
  async beforeRemove(tx, { before }) {
    if (await tx.one(sql`select 1 from movimentos_nine_box where nine_box_id = ${before.id} limit 1`))
      throw new Refusal(
        'NINE_BOX_CALIBRADO',
        'Alguém já mudou de quadrante neste Nine Box: ele fica guardado, com os motivos. Para deixá-lo de lado, encerre a calibragem.',
        409,
      );
  },
});
