import { NativeSelect, SegmentedControl } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconPrinter,
  IconRotate,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { api, saveFile } from '#kit/client/client.web.ts';
import type { RecordRow, RegistryView, RowAction } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { visualizacoes } from './codigos.ts';
import { solicitacaoImpressa } from './solicitacao.report.ts';

const CandidatosDaVaga = later(() => import('./da-vaga.web.tsx').then((m) => m.CandidatosDaVaga));

const icone = { size: 18, stroke: 1.8 };

/** ENU-014: which requests the list shows. */
function Visualizar() {
  const [search, setSearch] = useSearchParams();
  const isPhone = usePhone();
  const agora = search.get('situacao') ?? 'T';
  const escolhe = (qual: string) => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (qual === 'T') next.delete('situacao');
    else next.set('situacao', qual);
    setSearch(next);
  };
  const data = Object.entries(visualizacoes).map(([value, label]) => ({ value, label }));
  const isOne = Object.hasOwn(visualizacoes, agora);
  if (isPhone)
    return (
      <NativeSelect
        aria-label="Visualizar"
        value={isOne ? agora : ''}
        onChange={(event) => escolhe(event.currentTarget.value)}
        data={isOne ? data : [{ value: '', label: 'Algumas' }, ...data]}
      />
    );
  return <SegmentedControl aria-label="Visualizar" value={isOne ? agora : ''} onChange={escolhe} data={data} />;
}

/** REP-011. */
async function imprime({ id, descricao }: RecordRow): Promise<void> {
  const got = await api.blob(`captacao/relatorios/${solicitacaoImpressa.id}`, {
    method: 'POST',
    body: { id },
    save: false,
    name: `Solicitação de Pessoal - ${String(descricao)}.pdf`,
  });
  if (got) saveFile(got.blob, got.name);
}

const acoes = (row: RecordRow): readonly RowAction[] => [
  {
    label: 'Imprimir solicitação',
    icon: <IconPrinter {...icone} aria-hidden />,
    authority: solicitacaoImpressa.authority,
    onClick: () => imprime(row),
  },
];

export const solicitacoesView: RegistryView = {
  icons: {
    aprovar: <IconCheck {...icone} />,
    reprovar: <IconX {...icone} />,
    analisar: <IconArrowBackUp {...icone} />,
    suspender: <IconPlayerPause {...icone} />,
    liberar: <IconPlayerPlay {...icone} />,
    encerrar: <IconCircleCheck {...icone} />,
    reabrir: <IconRotate {...icone} />,
    cancelar: <IconBan {...icone} />,
  },
  feet: { encerrar: CandidatosDaVaga, cancelar: CandidatosDaVaga },
  deeds: { selecao: { icon: <IconUsers {...icone} aria-hidden />, to: ({ id }) => `/captacao/selecao?vaga=${id}` } },
  first: ({ status }) => (status === 'A' ? ['selecao'] : []),
  listActions: Visualizar,
  rowActions: acoes,
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
