import sql from 'sql-template-tag';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { empresas } from './empresas.registry.ts';

const [EDITAR, EXCLUIR] = [`${empresas.authority}_EDITAR`, `${empresas.authority}_EXCLUIR`];

/** Companies: a user sees and changes only those where they may enter; a new one needs the grant of all companies. */
export const empresasHooks: Hooks = {
  where: (acting) =>
    acting.everywhere(empresas.authority)
      ? undefined
      : sql`t.id in (select a.empresa_id from usuarios_acessos a join perfis p on p.id = a.perfil_id and p.ativo where a.registro_id = ${acting.usuarioId})`,
  async beforeSave(_tx, { value, before, acting }) {
    if (!before && !acting.everywhere(EDITAR))
      throw new Refusal('NAO_AUTORIZADO', 'Só quem tem acesso a todas as empresas pode inserir uma empresa.', 403);
    if (before && value.ativo === false && before.id === acting.empresaId)
      throw new Refusal('EMPRESA_ATUAL', 'Você não pode desativar a empresa em que está.');
  },
  afterSave: (tx) => moveVersion(tx),
  refuses({ id }, acting, deed) {
    if (deed === 'restore') return undefined;
    if (deed === 'remove' && id === acting.empresaId)
      return new Refusal('EMPRESA_ATUAL', 'Você não pode excluir a empresa em que está.');
    if (acting.everywhere(deed === 'remove' ? EXCLUIR : EDITAR)) return undefined;
    if (deed === 'remove')
      return new Refusal('NAO_AUTORIZADO', 'Só quem tem acesso a todas as empresas pode excluir uma empresa.', 403);
    return id === acting.empresaId
      ? undefined
      : new Refusal('NAO_AUTORIZADO', 'Entre na empresa para alterar os dados dela.', 403);
  },
  beforeRemove: (tx) => moveVersion(tx),
};
