import { IconHelmet } from '@tabler/icons-react';
import { api, saveFile } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { ordemServico } from './ordem-servico.report.ts';

/** 'Ordem de serviço' of a talent in the list; not for somebody who has left. */
export const imprimirOrdemServico = ({ id, nome, situacao }: RecordRow): RowAction[] =>
  situacao === 'D'
    ? []
    : [
        {
          label: 'Ordem de serviço',
          icon: <IconHelmet size={18} stroke={1.6} aria-hidden="true" />,
          authority: ordemServico.authority,
          async onClick() {
            const got = await api.blob('gestao-talentos/relatorios/ordem-servico', {
              method: 'POST',
              body: { talentosIds: [id] },
              save: false,
              name: `Ordem de Serviço - ${String(nome)}.pdf`,
            });
            if (got) saveFile(got.blob, got.name);
            else toast.info('Não existem dados para o filtro informado.');
          },
        },
      ];
