import { IconChecklist, IconEye, IconSend, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { SwitchedList } from '#kit/list/switched-list.web.tsx';
import { useListController } from '#kit/list/use-list-controller.web.ts';
import type { ListState } from '#kit/query/list-state.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { A_AVALIAR } from '#modules/gestao-talentos/public.ts';
import { TerminoCell } from '#modules/gestao-talentos/public.web.tsx';
import { aAvaliar } from './acompanhamento.ts';
import { decidir, doTalento } from './enderecos.ts';
import { perguntarOuLembrar } from './pedir.ts';

const Perguntar = later(() => import('./perguntar.web.tsx').then((m) => m.Perguntar));

const EM_CURSO = A_AVALIAR.join(',');
const POSICOES = [
  { value: EM_CURSO, label: 'Em experiência', nobody: 'Ninguém está em experiência agora.' },
  { value: 'V,P,E,A,N', label: 'Todos' },
] as const;

interface Linha extends RecordRow {
  nome: string;
  colaborador: { id: number };
  periodo: { id: number; nome: string };
  situacao: string;
  resposta: string;
  avaliador: { nome: string } | null;
  avaliacao: { id: number } | null;
}

/** Whoever is on trial now, unless somebody asks for all. */
const pedido = (state: ListState): ListState => ({
  ...state,
  filters: { ...state.filters, situacao: state.filters.situacao ?? EM_CURSO },
});

/** SCR-114: whoever is on trial: what was asked, who has answered, and what is to be decided. */
export function AcompanhamentosPage({ module, path, registry }: ListPageProps) {
  const can = useCan();
  const controller = useListController({ path, registry }, { asked: pedido });
  const [aPerguntar, setAPerguntar] = useState<Linha | null>(null);
  const mayEdit = can(`${registry.authority}_EDITAR`);

  const actionsOf = (linha: Linha): RowAction[] => {
    const { colaborador, periodo, situacao, resposta, avaliador, avaliacao } = linha;
    return [
      { label: 'Ver o acompanhamento', icon: <IconEye size={18} stroke={1.8} />, to: doTalento(colaborador.id) },
      ...(mayEdit && resposta !== 'R' && aAvaliar(situacao)
        ? [
            {
              label: perguntarOuLembrar(avaliador?.nome ?? null),
              icon: <IconSend size={18} stroke={1.8} />,
              onClick: () => setAPerguntar(linha),
            },
          ]
        : []),
      ...(mayEdit
        ? [
            {
              label: avaliacao === null ? 'Decidir' : 'Ver a decisão',
              icon: <IconChecklist size={18} stroke={1.8} />,
              to: decidir(colaborador.id, periodo.id, avaliacao?.id ?? null),
            },
          ]
        : []),
      ...(can('ROLE_CAD_TALENTO')
        ? [
            {
              label: 'Ver a ficha do talento',
              icon: <IconUser size={18} stroke={1.8} />,
              to: `/gestao-talentos/talentos/${colaborador.id}`,
            },
          ]
        : []),
    ];
  };

  return (
    <SwitchedList
      {...{ module, path, registry, controller }}
      by="situacao"
      positions={POSICOES}
      linkOf={({ colaborador }: Linha) => doTalento(colaborador.id)}
      actionsOf={actionsOf}
      cells={CELULAS}
    >
      {aPerguntar && (
        <Perguntar
          colaborador={{ id: aPerguntar.colaborador.id, nome: aPerguntar.nome }}
          periodo={aPerguntar.periodo}
          perguntado={aPerguntar.avaliador?.nome ?? null}
          comecou={aPerguntar.resposta === 'P'}
          onClose={() => {
            setAPerguntar(null);
            void controller.reload();
          }}
        />
      )}
    </SwitchedList>
  );
}

const CELULAS = { termino: TerminoCell };
