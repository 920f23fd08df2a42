import { Button, Checkbox, Group, Paper, ScrollArea, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDeviceFloppy, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useActing } from '#kit/acting/acting.web.tsx';
import { fold } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { offering } from '#kit/fields/field.ts';
import { type InputProps, useInput } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { ReportForm } from '#kit/report/report-page.web.tsx';
import { IconButton } from '#kit/ui/icon-button.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { move, porGrupo, trocaColuna } from './colunas.ts';
import classes from './talento-dinamico.module.css';
import { talentoDinamico } from './talento-dinamico.report.ts';

const PATH = 'gestao-talentos/relatorios/talento-dinamico';

interface Coluna {
  id: string;
  nome: string;
  grupo: string;
}

interface Configuracao {
  colunasDinamicas: string[];
  titulo: string | null;
  filtro: Record<string, unknown>;
}

const useColunas = () =>
  useQuery({ queryKey: [PATH, 'colunas'], queryFn: () => api.get<Coluna[]>(`${PATH}/colunas`), staleTime: 60_000 });

/** The available columns by the tabs of the talent's form, and the chosen ones in printing order. */
function ColunasInput(props: InputProps) {
  const input = useInput<string[] | null>(props);
  const { data = [] } = useColunas();
  const [busca, setBusca] = useState('');
  const id = useId();
  const escolhidas = input.value ?? [];
  const grupos = useMemo(() => {
    const procurada = fold(busca);
    return porGrupo(data.filter(({ nome }) => fold(nome).includes(procurada)));
  }, [data, busca]);
  const nomes = useMemo(() => new Map(data.map((coluna) => [coluna.id, coluna.nome])), [data]);
  const nomeDe = (coluna: string) => nomes.get(coluna) ?? coluna;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} id={input.frame.id} tabIndex={-1}>
      <div role="group" aria-labelledby={`${id}-oferta`}>
        <Text fw={500} fz="sm" mb={4} id={`${id}-oferta`}>
          Colunas disponíveis
        </Text>
        <TextInput
          aria-label="Buscar coluna"
          placeholder="Buscar coluna"
          value={busca}
          onChange={(event) => setBusca(event.currentTarget.value)}
          mb={6}
        />
        <Paper withBorder p="xs" className={classes.pane}>
          <ScrollArea.Autosize mah={320} type="auto">
            <Stack gap="sm">
              {grupos.map(([grupo, colunas]) => (
                <div key={grupo} role="group" aria-label={grupo}>
                  <Text fz="xs" c="dimmed" mb={4}>
                    {grupo}
                  </Text>
                  <Stack gap={4}>
                    {colunas.map((coluna) => (
                      <Checkbox
                        key={coluna.id}
                        size="sm"
                        label={coluna.nome}
                        checked={escolhidas.includes(coluna.id)}
                        onChange={() => input.onChange(trocaColuna(escolhidas, coluna.id))}
                      />
                    ))}
                  </Stack>
                </div>
              ))}
              {grupos.length === 0 && <Text c="dimmed">Nenhuma coluna encontrada.</Text>}
            </Stack>
          </ScrollArea.Autosize>
        </Paper>
      </div>
      <div role="group" aria-labelledby={`${id}-ordem`}>
        <Text fw={500} fz="sm" mb={4} id={`${id}-ordem`}>
          {`Colunas do relatório, na ordem (${escolhidas.length})`}
        </Text>
        <Paper withBorder p="xs" className={classes.pane}>
          {escolhidas.length === 0 ? (
            <Text c="dimmed">Marque ao menos uma coluna.</Text>
          ) : (
            <ol className={classes.chosen}>
              {escolhidas.map((coluna, index) => (
                <li key={coluna}>
                  <span>{nomeDe(coluna)}</span>
                  <Group gap={0} wrap="nowrap">
                    <IconButton
                      icon={IconArrowUp}
                      tip="Subir"
                      label={`Subir ${nomeDe(coluna)}`}
                      isStill={index === 0}
                      onClick={() => input.onChange(move(escolhidas, index, -1))}
                    />
                    <IconButton
                      icon={IconArrowDown}
                      tip="Descer"
                      label={`Descer ${nomeDe(coluna)}`}
                      isStill={index === escolhidas.length - 1}
                      onClick={() => input.onChange(move(escolhidas, index, 1))}
                    />
                    <IconButton
                      icon={IconX}
                      tip="Retirar"
                      label={`Retirar ${nomeDe(coluna)}`}
                      onClick={() => input.onChange(trocaColuna(escolhidas, coluna))}
                    />
                  </Group>
                </li>
              ))}
            </ol>
          )}
        </Paper>
        {input.error && (
          <Text c="var(--mantine-color-error)" fz="sm" mt={4} role="alert">
            {input.error}
          </Text>
        )}
      </div>
    </SimpleGrid>
  );
}

/** The columns that the user may read, to sort by. */
function OrdenarPorInput(props: InputProps) {
  const { data } = useColunas();
  const field = useMemo(
    () => offering(props.field, data ? Object.fromEntries(data.map(({ id, nome }) => [id, nome])) : {}),
    [props.field, data],
  );
  return <FieldInput {...props} field={field} />;
}

function GuardarEscolha() {
  const { getValues } = useFormContext();
  const [isBusy, setBusy] = useState(false);
  const guarda = async () => {
    const { colunasDinamicas, titulo, ...filtro } = getValues();
    setBusy(true);
    try {
      await api.put(`${PATH}/config-relatorio-dinamico`, { colunasDinamicas, titulo, filtro });
      toast.success('Configuração do relatório salva com sucesso.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconDeviceFloppy size={18} stroke={1.8} aria-hidden />}
      onClick={() => void guarda()}
    >
      Guardar escolha
    </Button>
  );
}

const inputs = { colunasDinamicas: ColunasInput, ordenarPor: OrdenarPorInput };

/** `/gestao-talentos/relatorios/talento-dinamico` */
export function TalentoDinamico() {
  const { moduleTitle } = useActing();
  const { data } = useQuery({
    queryKey: [PATH, 'config'],
    queryFn: () => api.get<Configuracao>(`${PATH}/config-relatorio-dinamico`),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title={talentoDinamico.title}
      breadcrumbs={[
        { label: moduleTitle('gestao-talentos') },
        { label: 'Relatórios', to: '/gestao-talentos/relatorios' },
        { label: talentoDinamico.title },
      ]}
    >
      {data ? (
        <ReportForm
          path={PATH}
          report={talentoDinamico}
          inputs={inputs}
          start={{ ...data.filtro, colunasDinamicas: data.colunasDinamicas, titulo: data.titulo ?? '' }}
          actions={GuardarEscolha}
        />
      ) : (
        <ScreenLoading />
      )}
    </Page>
  );
}
