import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';

/** Leads from the end of a request to the board of those who are still in its selection. */
export function CandidatosDaVaga({ ids: [vaga, ...outras] }: { ids: readonly number[] }) {
  const can = useCan();
  if (vaga === undefined || outras.length > 0 || !can(candidaturas.authority)) return null;
  return (
    <Anchor component={Link} size="sm" to={`/captacao/selecao?vaga=${vaga}`}>
      Ver os candidatos desta vaga
    </Anchor>
  );
}
