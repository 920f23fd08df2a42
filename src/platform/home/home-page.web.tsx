import { Paper, Skeleton, Stack } from '@mantine/core';
import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { boxes } from '#platform/mensagens/caixas-query.web.ts';
import { MessageBoxes } from '#platform/mensagens/message-boxes.web.tsx';
import { sessionQuery, useSession } from '#platform/session/session.web.tsx';
import { Notices, notices } from '#platform/suporte/notices.web.tsx';
import { FirstSteps } from './first-steps.web.tsx';
import { firstSteps } from './first-steps-query.web.ts';
import classes from './home.module.css';
import { figures, Indicators } from './indicators.web.tsx';
import { ParaFazer, paraFazer } from './para-fazer.web.tsx';
import { PendenciasBox, pendencias } from './pendencias-box.web.tsx';
import { ScreensBox } from './screens-box.web.tsx';

/** The authority of the figures on talents; charts that would be empty are not shown. */
const TALENTS = 'ROLE_CAD_TALENTO';

/** Greeting by the hour: 5 to 11 morning, 12 to 17 afternoon. */
const greeting = (hour: number): string =>
  hour >= 5 && hour < 12 ? 'Bom dia' : hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite';

const first = (empresaId: number | undefined) =>
  [paraFazer(empresaId), firstSteps(empresaId), pendencias(empresaId), notices(empresaId), boxes(empresaId)] as const;

/** Asks for what the page shows as soon as it is known for whom, while the frame around it is still drawn. */
export async function askAhead(queries: QueryClient): Promise<void> {
  const { empresa, autoridades } = await queries.ensureQueryData(sessionQuery);
  if (!empresa) return;
  const [tasks, steps, pending, noticed, messages] = first(empresa.id);
  const [headcount, movement] = figures(empresa.id);
  // These two change by themselves: whoever comes back sees them as they are now.
  void queries.prefetchQuery({ ...tasks, staleTime: 0 });
  void queries.prefetchQuery({ ...messages, staleTime: 0 });
  for (const one of [steps, pending, noticed]) void queries.prefetchQuery(one as typeof steps);
  if (!autoridades.includes(TALENTS)) return;
  void queries.prefetchQuery(headcount);
  void queries.prefetchQuery(movement);
}

/** `/`: what waits for the user, messages, screens and two figures. */
export function HomePage() {
  const { usuario, empresa, vendoComo } = useSession();
  const seesTalents = useCan()(TALENTS);
  const name = usuario?.nome.split(' ')[0] ?? '';
  const [hello] = useState(() => greeting(new Date().getHours()));
  const empresaId = empresa?.id;
  // The page is drawn once everything has arrived, so that no box pushes another away.
  const isPending = useQueries({
    queries: first(empresaId),
    combine: (all) => all.some(({ isLoading }) => isLoading),
  });
  return (
    <Page title={vendoComo ? 'Início' : `${hello}, ${name}`}>
      {isPending ? (
        <Placeholder />
      ) : (
        <>
          <Notices empresaId={empresaId} />
          <PendenciasBox empresaId={empresaId} />
          {empresa && <FirstSteps key={`${empresa.id}-inicio`} empresaId={empresa.id} isBeginning />}
          <ParaFazer empresaId={empresaId} />
          {empresa && <FirstSteps key={empresa.id} empresaId={empresa.id} isBeginning={false} />}
          <MessageBoxes empresaId={empresaId}>
            <ScreensBox />
          </MessageBoxes>
          {seesTalents && <Indicators empresaId={empresaId} />}
        </>
      )}
    </Page>
  );
}

function Placeholder() {
  return (
    <div className={classes.waiting} role="status" aria-label="Carregando...">
      {[0, 1, 2].map((box) => (
        <Paper key={box} p="md" aria-hidden="true">
          <Stack gap={12}>
            <Skeleton h={18} w={180} />
            <Skeleton h={14} />
            <Skeleton h={14} w="80%" />
          </Stack>
        </Paper>
      ))}
    </div>
  );
}
