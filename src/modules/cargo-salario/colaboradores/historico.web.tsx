import { skipToken, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { RecordWait, readRecord } from '#kit/record/record-wait.web.tsx';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { useAddressId, useRecordId } from '#kit/ui/use-address.web.ts';
import { MudancaDoHistorico } from '#modules/gestao-talentos/public.web.tsx';
import { colaboradorQueComeca } from './colaborador-input.web.tsx';
import { historicoDeColaborador, historicosColaboradores } from './colaboradores.registry.ts';
import { COLABORADORES, comecoDoLancamento, HISTORICOS, type Lancamento, type Nomeado } from './lancamentos.web.ts';

/** What the entry would change, below its form. */
function MudancaDoLancamento() {
  const historico = useRecordId();
  const { colaborador, ...lancamento } = useWatch() as Readonly<Record<string, unknown>>;
  return <MudancaDoHistorico talento={idOf(colaborador)} lancamento={{ ...lancamento, historico }} />;
}

const INPUTS = { colaborador: colaboradorQueComeca(comecoDoLancamento) };

/** One entry: a form for whoever may change it, read-only when the entry is locked. */
export function HistoricoPage(props: FormPageProps) {
  const de = useAddressId('colaborador');
  const pessoa = useQuery({
    queryKey: ['opcoes', 'gestao-talentos/talentos', 'ids', de ?? ''],
    queryFn: ({ signal }) => api.get<Nomeado[]>('gestao-talentos/talentos/opcoes', { ids: de }, { signal, quiet: true }),
    enabled: props.id === undefined && de !== undefined,
  });
  const comeco = useQuery({
    queryKey: ['registro', HISTORICOS, 'comeco', de],
    queryFn: de === undefined ? skipToken : () => comecoDoLancamento(de).catch(() => ({})),
    enabled: props.id === undefined && de !== undefined,
  });
  const lido = useQuery({
    queryKey: ['registro', props.path, props.id],
    queryFn: ({ signal }) => readRecord<Lancamento>(props.path, props.id, signal),
    enabled: props.id !== undefined,
  });
  const back = de === undefined ? undefined : `/${COLABORADORES}/${de}`;
  const volta = back === undefined ? {} : { back };
  if (props.id === undefined) {
    if (de !== undefined && !(pessoa.data && comeco.data)) return <ScreenLoading />;
    const initial = {
      tipoSalario: '1',
      ...comeco.data,
      colaborador: pessoa.data?.[0] ?? null,
    };
    return (
      <RecordForm
        {...props}
        {...volta}
        registry={historicoDeColaborador}
        view={{ ...props.view, inputs: INPUTS, foot: MudancaDoLancamento }}
        title={`Inserir ${historicoDeColaborador.singular}`}
        initial={initial}
      />
    );
  }
  if (!lido.data) return <RecordWait {...props} query={lido} />;
  const edita = lido.data.acoes?.includes('editar') === true;
  return (
    <StandardForm
      {...props}
      {...volta}
      view={{ ...props.view, foot: MudancaDoLancamento }}
      registry={edita ? historicoDeColaborador : historicosColaboradores}
    />
  );
}

/** `/colaboradores/historicos/new` is a screen beside a registry that is read-only itself. */
export const NovoHistorico = () => (
  <HistoricoPage path={HISTORICOS} registry={historicosColaboradores} module="Cargos e Salários" />
);
