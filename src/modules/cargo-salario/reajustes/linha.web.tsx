import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { colaboradorQueComeca } from '../colaboradores/colaborador-input.web.tsx';

const TABELAS = 'cargo-salario/tabelas-reajustes-colaboradores';

/** The form of a line; it starts in its table and leads back to it. */
export function LinhaPage(props: FormPageProps) {
  const planejamento = useAddressId('planejamento');
  const tabela = useQuery({
    queryKey: ['opcoes', TABELAS, 'ids', planejamento ?? ''],
    queryFn: ({ signal }) =>
      api.get<{ id: number; nome: string }[]>(`${TABELAS}/opcoes`, { ids: planejamento }, { signal, quiet: true }),
    enabled: planejamento !== undefined,
  });
  if (planejamento === undefined) return <StandardForm {...props} />;
  const back = `/${TABELAS}/${planejamento}${LINHAS[props.registry.id] ?? ''}`;
  if (props.id !== undefined) return <StandardForm {...props} back={back} />;
  if (!tabela.data) return <ScreenLoading />;
  const initial = { tabelaReajuste: tabela.data[0] ?? null, tipoSalarioProposto: '3' };
  return <RecordForm {...props} back={back} title={`Inserir ${props.registry.singular}`} initial={initial} />;
}

const LINHAS: Readonly<Record<string, string>> = {
  'reajustes-faixas-salariais': '?linhas=faixas',
  'reajustes-indices': '?linhas=indices',
};

const COMECO = [
  'estabelecimentoProposto',
  'areaOrganizacionalProposta',
  'faixaSalarialProposta',
  'ambienteProposto',
  'funcaoProposta',
  'tipoSalarioProposto',
  'indiceProposto',
  'quantidadeIndiceProposto',
  'salarioProposto',
] as const;

/** Choosing a person fills the proposal with their values of today. */
export const ColaboradorInput = colaboradorQueComeca(async (id) => {
  const atual = await api.get<Record<(typeof COMECO)[number], unknown>>(
    `cargo-salario/colaboradores/${id}/reajuste-colaborador`,
    {},
    { quiet: true },
  );
  return Object.fromEntries(COMECO.map((nome) => [nome, atual[nome]]));
});
