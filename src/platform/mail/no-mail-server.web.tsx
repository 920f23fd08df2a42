import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '#platform/session/session.web.tsx';

/** Says, while no mail server is configured, what to do meanwhile. */
export function NoMailServer({ children }: { children: ReactNode }) {
  const { enviaEmail } = useSession();
  if (enviaEmail) return null;
  return (
    <Alert
      mb="md"
      color="gray"
      className="vinculo-no-print"
      icon={<IconMailOff size={18} stroke={1.8} />}
      title="Os e-mails não estão sendo enviados"
    >
      {children}
    </Alert>
  );
}
