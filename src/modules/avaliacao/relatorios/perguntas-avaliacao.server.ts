import { blankQuestionnaire } from '#platform/questionario/printed.server.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';

export const perguntasAvaliacaoDocumento = blankQuestionnaire(
  async ({ db, store }, { avaliacaoId }: { avaliacaoId: number }, acting) => {
    const { id, titulo } = await store(MODELOS).show(db, acting, avaliacaoId);
    const { definicao } = await latestVersion(db, { empresaId: acting.empresaId, dono: MODELOS, donoId: id });
    return { titulo: String(titulo), definicao };
  },
);
