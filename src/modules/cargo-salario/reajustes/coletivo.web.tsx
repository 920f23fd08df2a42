import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertCircle, IconLock, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Control, FormProvider, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatMoney } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import classes from '#kit/form/form.module.css';
import { FormField } from '#kit/form/form-field.web.tsx';
import { TaskProgress } from '#kit/jobs/task.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { ONDE_EXIBIR_SALARIO } from '#platform/empresa/exibir-salario.ts';
import { reajustado } from './calculo.ts';
import { dissidioDeColaboradores, dissidioDeFaixas, dissidioDeIndices } from './dissidio.ts';
import { QuemFicaDeFora } from './quem-fica-de-fora.web.tsx';
import { type Coletivo, TABELAS, type Tabela, useColetivo } from './use-coletivo.web.ts';

const COLABORADOR = 'Reajuste Coletivo — Colaborador';

/** The server refuses it to whoever sees no salaries: they are told before they fill in a form. */
export function ReajusteColetivoColaborador() {
  const can = useCan();
  if (!can('ROLE_VER_SALARIO')) return <SoQuemVeSalarios />;
  return <ReajusteColetivo form={dissidioDeColaboradores} title={COLABORADOR} linhas="reajustes-colaboradores" aba="" />;
}

function SoQuemVeSalarios() {
  const { moduleTitle, context } = useActing();
  const escondidos = context.settings.exibirSalario === false;
  return (
    <Page title={COLABORADOR} breadcrumbs={[{ label: moduleTitle('cargo-salario') }, { label: COLABORADOR }]}>
      <Paper>
        <Empty
          message={escondidos ? 'Esta empresa não exibe salários a ninguém.' : 'Só quem vê salários faz este reajuste.'}
          why={`As linhas podem ser inseridas uma a uma no planejamento.${escondidos ? ` Para este reajuste, ligue ${ONDE_EXIBIR_SALARIO}.` : ''}`}
          icon={<IconLock size={24} stroke={1.6} />}
        />
      </Paper>
    </Page>
  );
}

export const ReajusteColetivoFaixas = () => (
  <ReajusteColetivo
    form={dissidioDeFaixas}
    title="Reajuste Coletivo — Faixas Salariais"
    linhas="reajustes-faixas-salariais"
    aba="?linhas=faixas"
  />
);
export const ReajusteColetivoIndices = () => (
  <ReajusteColetivo
    form={dissidioDeIndices}
    title="Reajuste Coletivo — Índices"
    linhas="reajustes-indices"
    aba="?linhas=indices"
  />
);

/** A collective adjustment begins in a table (its percentage is offered): the one in the address, or the only one that is open. */
function ReajusteColetivo(props: Coletivo) {
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

function Formulario(props: Coletivo & { tabela?: Tabela }) {
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
