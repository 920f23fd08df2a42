import sql from 'sql-template-tag';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { melhoria } from './module.ts';

export const melhoriaServer = defineModuleServer({
  declaration: melhoria,
  queries: {
    ideias: ({ situacoes }: { situacoes: string[] | null }, { empresaId }) => sql`
      select situacao, titulo, autor from ideias where empresa_id = ${empresaId}
        and (cardinality(${situacoes ?? []}::text[]) = 0 or situacao = any(${situacoes ?? []}::text[]))
      order by situacao, titulo_ord, id`,
  },
});
