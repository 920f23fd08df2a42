import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle, IconAlertTriangle, IconUsersPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Control, type FieldValues, FormProvider, type UseFormReturn, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatMoney, formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namedId } from '#kit/fields/bare.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import classes from '#kit/form/form.module.css';
import type { AnyForm } from '#kit/form/form.ts';
import { firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import { FormField } from '#kit/form/form-field.web.tsx';
import { useJudgedForm } from '#kit/form/use-judged-form.web.ts';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import type { Issue } from '#kit/refusal/issues.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { reajustado } from './calculo.ts';
import { dissidioDeColaboradores, dissidioDeFaixas, dissidioDeIndices } from './dissidio.ts';
import { dizFeito, type Feito, type Inclusao, motivosDeFora, type PreviaDoColetivo } from './painel.ts';

/** Refusals shown above the button, not in a toast. */
const PROPRIOS: readonly string[] = ['PLANEJAMENTO_FECHADO', 'REAJUSTE_IMPEDIDO'];

const TABELAS = 'cargo-salario/tabelas-reajustes-colaboradores';

interface Props {
  form: AnyForm;
  title: string;
  /** registry of the lines that it makes */
  linhas: string;
  /** query of the table's screen that shows them */
  aba: string;
}

export const ReajusteColetivoColaborador = () => (
  <Coletivo form={dissidioDeColaboradores} title="Reajuste Coletivo — Colaborador" linhas="reajustes-colaboradores" aba="" />
);
export const ReajusteColetivoFaixas = () => (
  <Coletivo
    form={dissidioDeFaixas}
    title="Reajuste Coletivo — Faixas Salariais"
    linhas="reajustes-faixas-salariais"
    aba="?linhas=faixas"
  />
);
export const ReajusteColetivoIndices = () => (
  <Coletivo form={dissidioDeIndices} title="Reajuste Coletivo — Índices" linhas="reajustes-indices" aba="?linhas=indices" />
);

interface Tabela {
  id: number;
  nome: string;
  tipoReajuste: string;
  percentualDissidio: number | null;
}

/** A collective adjustment begins in a table (its percentage is offered): the one in the address, or the only one that is open. */
function Coletivo(props: Props) {
  const noEndereco = useAddressId('planejamento');
  const abertas = useQuery({
    queryKey: ['registro', TABELAS, 'lista', 'abertas'],
    queryFn: ({ signal }) =>
      api.get<{ content: Tabela[]; totalElements: number }>(
        TABELAS,
        { andamento: 'P', page: 0, size: 1 },
        { signal, quiet: true, silent: true },
      ),
    enabled: noEndereco === undefined,
    retry: false,
  });
  const planejamento = noEndereco ?? (abertas.data?.totalElements === 1 ? abertas.data.content[0]?.id : undefined);
  const espera = noEndereco === undefined && abertas.isPending;
  const tabela = useQuery({
    queryKey: ['registro', TABELAS, planejamento],
    queryFn: ({ signal }) => api.get<Tabela>(`${TABELAS}/${planejamento}`, {}, { signal }),
    enabled: planejamento !== undefined,
  });
  if (espera || (planejamento !== undefined && tabela.isPending)) return <ScreenLoading />;
  return <Formulario {...props} {...(tabela.data ? { tabela: tabela.data } : {})} />;
}

/** A table that is chosen in the form brings its percentage too, where none is typed. */
function usePercentualDaTabela(inputs: UseFormReturn<FieldValues>, comecou: number | undefined) {
  const escolhida = idOf(useWatch({ control: inputs.control, name: 'tabelaReajuste' }));
  const { data } = useQuery({
    queryKey: ['registro', TABELAS, escolhida],
    queryFn: ({ signal }) => api.get<Tabela>(`${TABELAS}/${escolhida}`, {}, { signal, quiet: true, silent: true }),
    enabled: escolhida !== null && escolhida !== comecou,
  });
  const percentual = data?.percentualDissidio ?? null;
  useEffect(() => {
    if (percentual !== null && !inputs.getValues('valorDissidio'))
      inputs.setValue('valorDissidio', percentual, { shouldDirty: true });
  }, [inputs, percentual]);
}

type FormularioProps = Props & { tabela?: Tabela };

/** The form of a collective adjustment and its result: lines, a task that makes them, or the reason why there are none. */
function useColetivo({ form, linhas, aba, tabela }: FormularioProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [problema, setProblema] = useState<string | null>(null);
  const [tarefa, setTarefa] = useState<{ id: number; planejamento: number } | null>(null);
  const nomes = Object.keys(form.fields);
  const inicio = useMemo(
    () => ({
      ...formValues(form.fields),
      ...(tabela ? { tabelaReajuste: { id: tabela.id, nome: tabela.nome }, valorDissidio: tabela.percentualDissidio } : {}),
    }),
    [form, tabela],
  );
  const { inputs, submit, mark } = useJudgedForm(form, inicio);
  usePercentualDaTabela(inputs, tabela?.id);

  const mostra = (issues: readonly Issue[]) => {
    setProblema([INVALID, ...looseSentences(issues, nomes)].join('. '));
    const path = firstFault(issues, nomes);
    if (path) requestAnimationFrame(() => focusField(path));
  };
  /** Shows the table with its new lines; cached queries about it are stale. */
  const mostraLinhas = async (frase: string, planejamento: number | undefined) => {
    toast.success(frase);
    await queries.invalidateQueries({ queryKey: ['registro'] });
    await navigate(`/${TABELAS}/${planejamento}${aba}`);
  };
  const inclui = async (values: FieldValues) => {
    setProblema(null);
    try {
      const feito = await api.post<Feito | { tarefaId: number }>(`cargo-salario/${linhas}/aplicar-dissidio`, values, {
        silent: ['FIELD_VALIDATION_VIOLATION', ...PROPRIOS],
      });
      if ('tarefaId' in feito) return setTarefa({ id: feito.tarefaId, planejamento: namedId(values.tabelaReajuste) });
      if (feito.inseridas === 0) return toast.info(dizFeito(feito));
      await mostraLinhas(dizFeito(feito), namedId(values.tabelaReajuste));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'FIELD_VALIDATION_VIOLATION') {
        const issues = error.errors ?? [{ field: '', message: error.message }];
        mark(issues);
        mostra(issues);
      } else if (PROPRIOS.includes(error.code)) setProblema(error.message);
    }
  };
  const fim = async (feita: Task) => {
    const planejamento = tarefa?.planejamento;
    setTarefa(null);
    if (feita.estado === 'falhou') return setProblema(feita.mensagem ?? 'A tarefa falhou.');
    if (feita.estado === 'cancelada') return toast.info('Tarefa cancelada: nada mudou.');
    await mostraLinhas(feita.mensagem ?? 'Linhas incluídas no planejamento.', planejamento);
  };

  return { inputs, nomes, problema, semProblema: () => setProblema(null), tarefa, fim, envia: () => submit(inclui, mostra) };
}

function Formulario(props: FormularioProps) {
  const { form, title, aba, tabela } = props;
  const { moduleTitle } = useActing();
  const { inputs, nomes, problema, semProblema, tarefa, fim, envia } = useColetivo(props);
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: moduleTitle('cargo-salario') },
        ...(tabela ? [{ label: tabela.nome, to: `/${TABELAS}/${tabela.id}${aba}` }] : []),
        { label: title },
      ]}
    >
      <FormFieldsContext value={form.fields}>
        <FormProvider {...inputs}>
          <form noValidate aria-label={title} onSubmit={(event) => (event.preventDefault(), void envia())}>
            <div className={`${classes.card} ${classes.body}`}>
              <FieldGrid>
                {nomes.map((nome) => (
                  <FormField key={nome} form={form} name={nome} control={inputs.control} />
                ))}
              </FieldGrid>
              <Exemplo control={inputs.control} />
              {form === dissidioDeColaboradores && <QuemFicaDeFora inputs={inputs} />}
            </div>
            {problema !== null && (
              <Alert
                mt="md"
                color="red"
                role="alert"
                icon={<IconAlertCircle size={18} />}
                title={problema}
                withCloseButton
                closeButtonLabel="Fechar aviso"
                onClose={semProblema}
              />
            )}
            {tarefa && (
              <Paper p="md" mt="md">
                <TaskProgress
                  tarefaId={tarefa.id}
                  label="Incluindo as linhas no planejamento"
                  onEnd={(feita) => void fim(feita)}
                />
              </Paper>
            )}
            <Group justify="flex-end" className={classes.buttons}>
              <Button variant="default" component={Link} to={tabela ? `/${TABELAS}/${tabela.id}${aba}` : `/${TABELAS}`}>
                Cancelar
              </Button>
              <Button
                type="submit"
                disabled={tarefa !== null}
                loading={inputs.formState.isSubmitting}
                leftSection={<IconUsersPlus size={18} aria-hidden />}
              >
                Incluir no planejamento
              </Button>
            </Group>
          </form>
        </FormProvider>
      </FormFieldsContext>
    </Page>
  );
}

const EXEMPLO = '3000.00';

/** The effect of the adjustment on a round amount, with the rounding of the server. */
function Exemplo({ control }: { control: Control }) {
  const [por, quanto]: readonly unknown[] = useWatch({ control, name: ['reajustePor', 'valorDissidio'] });
  if ((por !== '1' && por !== '2') || typeof quanto !== 'number' || quanto <= 0 || quanto > 999_999.99) return null;
  return (
    <Text size="sm" c="dimmed" mt="md" role="status">
      {`Exemplo: ${formatMoney(EXEMPLO)} passa a ${formatMoney(reajustado(EXEMPLO, por, quanto))}.`}
    </Text>
  );
}

/** How many names stand in the block before "e mais". */
const NOMES = 12;

/** Whom the adjustment reaches as the form stands, and who is left out, why, and how they are included. */
function QuemFicaDeFora({ inputs }: { inputs: UseFormReturn<FieldValues> }) {
  // Who is reached does not depend on how much they get, which may be still to be typed.
  const [values] = useDebouncedValue(
    JSON.stringify({ ...useWatch({ control: inputs.control }), reajustePor: '1', valorDissidio: 1 }),
    300,
  );
  const { data } = useQuery({
    queryKey: ['planejamento', 'coletivo', 'previa', values],
    queryFn: ({ signal }) =>
      api.post<PreviaDoColetivo>('cargo-salario/reajustes-colaboradores/aplicar-dissidio/previa', JSON.parse(values), {
        quiet: true,
        silent: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (!data) return null;
  const fora = data.fora.reduce((n, { total }) => n + total, 0);
  const inclui = ({ campo, valor }: Inclusao) => {
    const atual: unknown = inputs.getValues(campo);
    const soma = Array.isArray(valor) ? [...(Array.isArray(atual) ? atual : []), ...valor] : valor;
    inputs.setValue(campo, soma, { shouldDirty: true, shouldValidate: inputs.formState.isSubmitted });
  };
  return (
    <Stack gap="sm" mt="md" role="status" aria-label="Quem o reajuste alcança">
      <Text size="sm">
        <b>{counted(data.alcancados, 'talento alcançado', 'talentos alcançados')}</b>
        {data.deixamFaixa > 0 &&
          `; ${counted(data.deixamFaixa, 'deixa a faixa ou o índice e passa', 'deixam a faixa ou o índice e passam')} a receber um valor fixo`}
        .
      </Text>
      {fora > 0 && (
        <Alert
          color="orange"
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
          icon={<IconAlertTriangle size={18} />}
          title={counted(fora, 'talento não alcançado', 'talentos não alcançados')}
        >
          <Stack gap="sm">
            {data.fora.map(({ motivo, total, nomes, inclui: como }) => (
              <div key={motivo}>
                <Group gap="sm">
                  <Text size="sm" fw={600}>{`${motivosDeFora[motivo]}: ${formatNumber(total)}`}</Text>
                  {como && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => inclui(como)}
                      aria-label={`Incluir: ${motivosDeFora[motivo]}`}
                    >
                      Incluir
                    </Button>
                  )}
                </Group>
                {nomes.length > 0 && <Nomes nomes={nomes} total={total} />}
              </div>
            ))}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function Nomes({ nomes, total }: { nomes: readonly string[]; total: number }) {
  const [todos, setTodos] = useState(false);
  const mostrados = todos ? nomes : nomes.slice(0, NOMES);
  const resto = total - mostrados.length;
  return (
    <Text size="sm">
      {mostrados.join(', ')}
      {resto > 0 && (
        <>
          {' e '}
          {todos || nomes.length <= NOMES ? (
            `mais ${formatNumber(resto)}`
          ) : (
            <Anchor component="button" type="button" size="sm" c="inherit" underline="always" onClick={() => setTodos(true)}>
              {`mais ${formatNumber(resto)}`}
            </Anchor>
          )}
        </>
      )}
    </Text>
  );
}
