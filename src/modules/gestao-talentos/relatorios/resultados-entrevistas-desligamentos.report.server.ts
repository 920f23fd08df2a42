import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';

/** The survey engine will hold the answers. Until then no model has any, and the report is empty. */
export const resultadosEntrevistasDesligamentosQuery = (_filtro: unknown, acting: Acting): Sql => sql`
  select m.titulo as modelo, p.texto as pergunta, null::text as resposta, 0 as quantidade, 0 as percentual
  from modelos_entrevista_desligamento m join modelos_entrevista_desligamento_perguntas p on p.registro_id = m.id
  where m.empresa_id = ${acting.empresaId} and false`;
