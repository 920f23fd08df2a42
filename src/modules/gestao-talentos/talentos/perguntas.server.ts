import sql from 'sql-template-tag';
import type { Derived } from '#kit/store/hooks.server.ts';

/** The questions about a trial that a morning asked by itself, while nobody has answered them, begun to, or said who answers: the trail names whoever did. */
export const PERGUNTAS_POR_SI: Derived = {
  table: 'acompanhamentos_experiencia',
  rows: sql`feito.respondida_em is null
    and not exists (select from rodadas r join participacoes p on p.rodada_id = r.id
      where r.dono = 'avaliacao/acompanhamentos-periodos-experiencia' and r.dono_id = feito.id and p.estado <> 'N')
    and not exists (select from auditoria a where a.tabela = 'acompanhamentos_experiencia' and a.registro_id = feito.id and a.usuario_id is not null)`,
};
