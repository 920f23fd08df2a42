import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { MudancaDoHistorico } from '#modules/gestao-talentos/public.web.tsx';
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

/** What the proposal would change on the day of its plan, below the form. */
export function MudancaDaProposta() {
  const proposta = useWatch() as Readonly<Record<string, unknown>>;
  const tabela = idOf(proposta.tabelaReajuste);
  const { data, isPending } = useQuery({
    queryKey: ['registro', TABELAS, tabela, 'data'],
    queryFn: ({ signal }) => api.get<{ data: string }>(`${TABELAS}/${tabela}`, {}, { quiet: true, silent: true, signal }),
    enabled: tabela !== null,
    retry: false,
  });
  if (tabela !== null && isPending) return null;
  return (
    <MudancaDoHistorico
      talento={idOf(proposta.colaborador)}
      lancamento={{
        data: data?.data,
        estabelecimento: proposta.estabelecimentoProposto,
        areaOrganizacional: proposta.areaOrganizacionalProposta,
        faixaSalarial: proposta.faixaSalarialProposta,
        tipoSalario: proposta.tipoSalarioProposto,
        indice: proposta.indiceProposto,
        quantidadeIndice: proposta.quantidadeIndiceProposto,
        salario: proposta.salarioProposto,
      }}
    />
  );
}
