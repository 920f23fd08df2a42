import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { api, saveFile } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';

/** REP-027: the PDF of the tree, from the list of areas. */
export function RelatorioDasAreas() {
  const [busy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      const got = await api.blob('cargo-salario/areas-organizacionais/relatorio', {
        save: false,
        name: 'Áreas Organizacionais.pdf',
      });
      if (!got) toast.info('Não existem dados para o filtro informado.');
      else if (got.status === 200) saveFile(got.blob, got.name);
      else toast.info('São muitas áreas para imprimir daqui: emita em Relatórios, Áreas Organizacionais.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileTypePdf size={18} stroke={1.8} aria-hidden />}
      onClick={() => void print()}
    >
      Relatório
    </Button>
  );
}
