import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { byTicket } from './answer-source.web.ts';
import { Answering } from './answering.web.tsx';

/** `/publico/responder?empresaId=1#…`: the personal link, whose ticket stands behind the # and so reaches no log on its way. */
export function ResponderContent() {
  const bilhete = useLocation().hash.slice(1);
  const source = useMemo(() => byTicket(bilhete), [bilhete]);
  return <Answering key={bilhete} name={bilhete} source={source} />;
}
