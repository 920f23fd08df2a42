import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { acompanhamentosPerguntam, perguntaDaExperiencia } from '#modules/avaliacao/public.server.ts';
import { A_AVALIAR } from '#modules/gestao-talentos/public.ts';

/** Leaders are asked about everybody on trial; one of them has answered. */
export async function seedTrialAnswers(tx: Tx, { empresaId, today }: { empresaId: number; today: string }): Promise<void> {
  const linhas = await tx.query<{ colaborador: number; periodo: number }>(sql`
    select colaborador_id as colaborador, periodo_id as periodo from periodos_dos_talentos
    where empresa_id = ${empresaId} and situacao = any(${[...A_AVALIAR]}) order by termino, colaborador_id limit 10`);
  for (const [place, linha] of linhas.entries()) {
    const pedida = await perguntaDaExperiencia(tx, { empresaId, today }, { ...linha, modelo: null, avaliador: null });
    const quem = await tx.one<{ id: number; pessoa: string; sobre: string | null }>(
      sql`select id, pessoa, sobre from participacoes where rodada_id = ${pedida.rodadaId}`,
    );
    if (place > 0 || !quem) continue;
    await tx.query(sql`update participacoes set estado = 'R' where id = ${quem.id}`);
    const { id } = await tx.only<{ id: number }>(sql`
      insert into respostas_dadas (id, rodada_id, participacao_id, sobre, papel, notas)
      values (id_aleatorio(), ${pedida.rodadaId}, ${quem.id}, ${quem.sobre}, 'L', '{8,9,7,10,null}') returning id`);
    await tx.query(sql`
      insert into respostas_escritas (id, rodada_id, resposta_id, pergunta_id, texto)
      values (id_aleatorio(), ${pedida.rodadaId}, ${id}, 5, 'Ainda demora nos relatórios do fim do mês.')`);
    const { rodadaId, id: donoId } = pedida;
    const { id: participacaoId, pessoa, sobre } = quem;
    await acompanhamentosPerguntam.respondida?.(tx, { rodadaId, donoId, participacaoId, pessoa, sobre, papel: 'L' });
  }
}
