import { Checkbox, Group, Paper, ScrollArea, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useActing } from '#kit/acting/acting.web.tsx';
import { fold } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { type Fields, offering } from '#kit/fields/field.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import { type InputProps, useInput } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { ViewsMenu } from '#kit/list/list-views.web.tsx';
import { useListViews } from '#kit/list/use-list-views.web.ts';
import type { ViewContent } from '#kit/query/saved-view.ts';
import { filterFromQuery, filterToText } from '#kit/report/filter-query.ts';
import { ReportForm } from '#kit/report/report-page.web.tsx';
import { IconButton } from '#kit/ui/icon-button.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { move, porGrupo, trocaColuna } from './colunas.ts';
import classes from './talento-dinamico.module.css';
import { COLUNAS_PADRAO, talentoDinamico } from './talento-dinamico.report.ts';

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

/** The columns that the user may read and sort by. */
function OrdenarPorInput(props: InputProps) {
  const { data } = useColunas();
  const field = useMemo(
    () =>
      offering(
        props.field,
        data ? Object.fromEntries(data.filter(({ grupo }) => grupo !== 'Listas').map(({ id, nome }) => [id, nome])) : {},
      ),
    [props.field, data],
  );
  return <FieldInput {...props} field={field} />;
}

const palavras = {
  all: 'Modelos',
  one: 'modelo',
  named: 'Nome do modelo',
  whose: 'o relatório',
  hint: 'Guarde aqui as colunas, os grupos e os filtros de cada relatório que você emite.',
  keeps: 'O modelo guarda as colunas, o título, os grupos e os filtros como estão agora.',
  usual: 'Começar do modelo do sistema',
  add: 'Salvar como novo modelo',
  saved: 'Configuração do relatório salva com sucesso.',
  removed: 'Modelo removido.',
};

const fields: Fields = talentoDinamico.filter;

/** The form's values that a model keeps; the columns apart, because each reader may see others. */
function conteudoDe({ colunasDinamicas, ...resto }: Record<string, unknown>): ViewContent {
  const textos = Object.entries(filterToText(fields, resto)).filter(
    ([nome, texto]) => texto !== '' && nome !== 'colunasDinamicas',
  );
  return {
    query: new URLSearchParams(Object.fromEntries(textos)).toString(),
    colunas: Array.isArray(colunasDinamicas) ? colunasDinamicas.map(String) : null,
    densidade: null,
  };
}

const valoresDe = ({ query, colunas }: ViewContent): Record<string, unknown> => ({
  ...formValues(fields),
  ...filterFromQuery(fields, Object.fromEntries(new URLSearchParams(query))),
  colunasDinamicas: colunas ?? COLUNAS_PADRAO,
});

/** The models of the report: as many as one wants, personal or the company's; one of them may be the usual one. */
function Modelos() {
  const { control, reset } = useFormContext();
  const views = useListViews(PATH);
  const valores = useWatch({ control });
  const [applied, setApplied] = useState<number | null>(() => views.visoes.find(({ padrao }) => padrao)?.id ?? null);
  return (
    <ViewsMenu
      views={views}
      present={conteudoDe(valores)}
      applied={applied}
      onApply={(modelo) => {
        setApplied(modelo.id);
        reset(valoresDe(modelo));
      }}
      onReset={() => {
        setApplied(null);
        reset({ ...formValues(fields), colunasDinamicas: COLUNAS_PADRAO });
      }}
      said={palavras}
    />
  );
}

const inputs = { colunasDinamicas: ColunasInput, ordenarPor: OrdenarPorInput };

/** `/gestao-talentos/relatorios/talento-dinamico` */
export function TalentoDinamico() {
  const { moduleTitle } = useActing();
  const views = useListViews(PATH);
  // The one choice that earlier versions kept, until a model is the usual one.
  const { data: antes, isPending } = useQuery({
    queryKey: [PATH, 'config'],
    queryFn: () => api.get<Configuracao>(`${PATH}/config-relatorio-dinamico`),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const usual = views.visoes.find(({ padrao }) => padrao);
  const start = usual
    ? valoresDe(usual)
    : { ...antes?.filtro, colunasDinamicas: antes?.colunasDinamicas ?? COLUNAS_PADRAO, titulo: antes?.titulo ?? '' };
  return (
    <Page
      title={talentoDinamico.title}
      breadcrumbs={[
        { label: moduleTitle('gestao-talentos') },
        { label: 'Relatórios', to: '/gestao-talentos/relatorios' },
        { label: talentoDinamico.title },
      ]}
    >
      {views.isReady && !isPending ? (
        <ReportForm path={PATH} report={talentoDinamico} inputs={inputs} start={start} actions={Modelos} />
      ) : (
        <ScreenLoading />
      )}
    </Page>
  );
}
