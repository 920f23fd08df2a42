import { useEffect } from 'react';
import { definePage } from '#kit/module/module.web.tsx';
import { go } from '#platform/externo/portal-address.web.tsx';
import { ownPath } from '#platform/externo/portal-frame.web.tsx';
import { usePortal } from '#platform/externo/portal-state.web.tsx';
import { Waiting } from '#platform/externo/portal-ui.web.tsx';

/** SCR-013: a candidate's only record is their own. */
function MeuRegistro() {
  const { conta } = usePortal();
  useEffect(() => {
    if (conta) go(ownPath(conta), { replace: true });
  }, [conta]);
  return <Waiting />;
}

export const page = definePage({ title: 'Meu cadastro', who: 'externo', content: MeuRegistro });
