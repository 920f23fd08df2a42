import { Button, Group } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import type { MissingRecordProps } from '#kit/record/missing-record.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { companyIn, tellCompany } from './company-address.web.ts';
import { useSession } from './session.web.tsx';

/** Shows the screen when the address is of the present company, or of none; else offers to open it where it belongs. */
export function CompanyGate({ children }: { children: ReactNode }) {
  const { empresa } = useSession();
  const { key } = useLocation();
  const [, setTurn] = useState(0);
  const told = companyIn(location.search);
  const isOther = told !== null && empresa !== null && told !== empresa.id;
  useLayoutEffect(() => {
    // An address that told no company tells it now, for whoever copies it; `key` is that of each navigation.
    if (!isOther && key !== '') tellCompany();
  });
  if (!isOther) return children;
  const stay = () => {
    tellCompany();
    setTurn((turn) => turn + 1);
  };
  return <OtherCompany id={told} onStay={stay} />;
}

function OtherCompany({ id, onStay }: { id: number; onStay: () => void }) {
  const { empresa, empresas, switchCompany } = useSession();
  const other = empresas.find((one) => one.id === id);
  return (
    <Page title={other ? `Este endereço é de ${other.nome}` : 'Outra empresa'}>
      <Empty
        icon={<IconBuilding size={24} stroke={1.6} />}
        message={
          other
            ? `Você está em ${empresa?.nome ?? ''}. Abra o endereço na empresa dele, ou continue onde está.`
            : 'Este endereço é de uma empresa em que você não tem acesso.'
        }
        action={
          <Group justify="center">
            {other && <Button onClick={() => void switchCompany(id)}>Abrir em {other.nome}</Button>}
            <Button variant="default" onClick={onStay}>
              Continuar em {empresa?.nome}
            </Button>
          </Group>
        }
      />
    </Page>
  );
}

/** Stands in place of a record that is not in this company, with the way to it when it is in another company of the user. */
export function FoundElsewhere({ path, id, children }: MissingRecordProps) {
  const { switchCompany } = useSession();
  const { data, isPending } = useQuery({
    queryKey: ['empresa-do-registro', path, id],
    queryFn: ({ signal }) =>
      api.get<{ empresa: { id: number; nome: string } | null }>(
        '/api/userinfo/empresa-do-registro',
        { cadastro: path, id },
        { quiet: true, silent: true, signal },
      ),
  });
  if (isPending) return <Waiting />;
  const found = data?.empresa;
  if (!found) return children;
  return (
    <Empty
      icon={<IconBuilding size={24} stroke={1.6} />}
      message={`Este registro está em ${found.nome}, outra das suas empresas.`}
      action={<Button onClick={() => void switchCompany(found.id)}>Abrir em {found.nome}</Button>}
    />
  );
}
