import { Refusal } from '#kit/refusal/refusal.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Hooks } from './hooks.server.ts';

const SUFFIX = { edit: 'EDITAR', remove: 'EXCLUIR' } as const;

/**
 * Who has the right in one company adds a record that all companies share, such as a city or a language; it is changed and removed by who
 * has the right in all of them; who imported it may take it back, and who may add it puts it back from the bin. A registry with refusals of its own keeps them.
 */
export function withSharedRecords({ scope, authority }: Pick<AnyRegistry, 'scope' | 'authority'>, hooks: Hooks): Hooks {
  if (scope !== 'global' || hooks.refuses) return hooks;
  return {
    ...hooks,
    refuses: (_record, { everywhere }, deed, takesBack) =>
      takesBack || deed === 'restore' || everywhere(`${authority}_${SUFFIX[deed]}`)
        ? undefined
        : new Refusal(
            'NAO_AUTORIZADO',
            `Este registro é de todas as empresas: só quem tem este direito em todas pode ${deed === 'edit' ? 'alterá-lo' : 'excluí-lo'}.`,
            403,
          ),
  };
}
