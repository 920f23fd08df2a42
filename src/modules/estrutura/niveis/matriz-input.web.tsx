import { Alert, Button, Group, Input, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { isDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, inputId, useInput } from '#kit/fields/input-state.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { firstMessage } from '#kit/form/form-faults.web.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import type { LinhaDaMatriz, Matriz } from './matriz.ts';
import classes from './matriz-input.module.css';
import { MatrizCartoes, MatrizTabela } from './matriz-linhas.web.tsx';
import type { ItemDoFormulario, LinhaViva } from './matriz-viva.web.ts';

interface MatrizProps extends InputProps {
  /** the owner of the levels: the field of the form that refers to it, and the call that answers the matrix for a day */
  dono: string;
  chamada: (id: number, data: string) => string;
  /** shown until an owner is chosen */
  semDono: string;
  /** a talent's weights are those of the band */
  pesoFixo?: boolean;
}

/** Competencies by level: one column a level, one row a competency; a row without a level is invalid. */
export function MatrizInput({ semDono, pesoFixo = false, ...props }: MatrizProps) {
  const { field, path } = props;
  const matriz = useMatriz(props);
  const { frame, error } = matriz;
  return (
    <Input.Wrapper label={frame.label} description={field.hint} error={error} labelElement="div" id={inputId(path)}>
      <div role="group" aria-label={field.label} style={{ marginTop: 4 }}>
        <Corpo {...matriz} {...{ semDono, pesoFixo, path }} />
      </div>
    </Input.Wrapper>
  );
}

/** The lines of the matrix: those required by position and day, with the choice in each. */
function useMatriz(props: Omit<MatrizProps, 'semDono' | 'pesoFixo'>) {
  const { path, control, dono, chamada } = props;
  const { value, onChange, isReadOnly, frame, error } = useInput<ItemDoFormulario[] | null>(props);
  const itens = useMemo(() => value ?? [], [value]);
  const { errors } = useFormState({ control, name: path });
  const [quem, dia]: readonly unknown[] = useWatch({ control, name: [dono, 'data'] });
  const donoId = idOf(quem);
  const data = typeof dia === 'string' && isDate(dia) ? dia : null;
  const isWide = useMediaQuery('(min-width: 62em)', true);
  const { data: matriz, isFetching } = useQuery({
    queryKey: ['matriz-de-competencias', dono, donoId, data],
    queryFn: () => api.get<Matriz>(chamada(donoId ?? 0, data ?? ''), {}, { quiet: true }).catch(() => null),
    enabled: donoId !== null && data !== null,
    gcTime: 0,
  });
  useInicio({ matriz: matriz ?? null, itens, path });

  const niveis = matriz?.niveisCompetencias ?? [];
  const linhas = useMemo(() => {
    const known = matriz?.configsNiveisCompetencias ?? [];
    const ids = new Set(known.map(({ competencia }) => competencia.id));
    // A configured competency that the position no longer requires stays on the screen until it is removed.
    return [
      ...known,
      ...itens.filter(({ competencia }) => !ids.has(competencia.id)).map(({ competencia }) => avulsa(competencia)),
    ];
  }, [matriz, itens]);

  const change = (linha: LinhaDaMatriz) => (patch: Partial<ItemDoFormulario> | null) => {
    const { id } = linha.competencia;
    if (patch === null) return onChange(itens.filter(({ competencia }) => competencia.id !== id));
    const fresh = {
      competencia: linha.competencia,
      competenciaPeso: linha.competenciaPeso ?? 1,
      nivelCompetenciaId: null,
      comentario: null,
    };
    const isNew = itens.every(({ competencia }) => competencia.id !== id);
    onChange((isNew ? [...itens, fresh] : itens).map((item) => (item.competencia.id === id ? { ...item, ...patch } : item)));
  };
  const vivas: LinhaViva[] = linhas.map((linha) => {
    const index = itens.findIndex(({ competencia }) => competencia.id === linha.competencia.id);
    const item = itens[index];
    const told = index < 0 ? undefined : firstMessage(get(errors, `${path}.${index}`));
    const hasLevel = niveis.some(({ id }) => id === item?.nivelCompetenciaId);
    const falta = item === undefined ? undefined : (told ?? (hasLevel ? undefined : 'Escolha o nível'));
    return { linha, index, change: change(linha), ...(item ? { item } : {}), ...(falta ? { falta } : {}) };
  });
  const selecionaTodas = () =>
    onChange([
      ...itens,
      ...vivas
        .filter(({ item }) => !item)
        .map(({ linha }) => ({
          competencia: linha.competencia,
          competenciaPeso: linha.competenciaPeso ?? 1,
          nivelCompetenciaId: linha.nivelCompetenciaIndicacaoId,
          comentario: null,
        })),
    ]);
  return { frame, error, isReadOnly, isWide, donoId, data, matriz, isFetching, niveis, linhas, vivas, itens, selecionaTodas };
}

type CorpoProps = ReturnType<typeof useMatriz> & Pick<MatrizProps, 'semDono' | 'path'> & { pesoFixo: boolean };

/** The matrix, or what must be chosen before there is one. */
function Corpo({ donoId, data, matriz, isFetching, niveis, linhas, semDono, ...rest }: CorpoProps) {
  if (donoId === null) return <div className={classes.card}>{semDono}</div>;
  if (data === null) return <div className={classes.card}>Informe a data para ver as competências.</div>;
  if (matriz === undefined) return isFetching ? <ScreenLoading /> : null;
  if (matriz === null) return <Alert color="red">Não foi possível carregar as competências. Tente novamente.</Alert>;
  if (niveis.length === 0)
    return (
      <Alert color="yellow" title="Não há histórico dos níveis de competência nesta data">
        <Link to="/cargo-salario/niveis-competencia-historico/new">Inserir o histórico dos níveis</Link>
      </Alert>
    );
  if (linhas.length === 0)
    return (
      <div className={classes.card}>
        O cargo não tem conhecimentos, habilidades nem atitudes. Informe-os no cadastro do cargo.
      </div>
    );
  return <Competencias {...rest} {...{ niveis, linhas, matriz }} />;
}

type CompetenciasProps = Omit<CorpoProps, 'donoId' | 'data' | 'matriz' | 'isFetching' | 'semDono'> & { matriz: Matriz };

function Competencias(props: CompetenciasProps) {
  const { matriz, niveis, linhas, itens, vivas, path, isReadOnly, isWide, pesoFixo, selecionaTodas } = props;
  const shared = { niveis, vivas, path, isReadOnly, pesoFixo };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {`${itens.length} de ${linhas.length} competências configuradas`}
          {matriz.configsNiveisCompetencias.some(({ nivelCompetenciaIndicacaoId }) => nivelCompetenciaIndicacaoId !== null) && (
            <>
              {' · '}
              <span className={classes.wantedKey} aria-hidden />
              nível exigido pela faixa salarial
            </>
          )}
        </Text>
        {!isReadOnly && vivas.some(({ item }) => !item) && (
          <Button size="xs" variant="default" onClick={selecionaTodas}>
            Selecionar todas
          </Button>
        )}
      </Group>
      {isWide && niveis.length <= 8 ? <MatrizTabela {...shared} /> : <MatrizCartoes {...shared} />}
    </Stack>
  );
}

/** A new configuration starts with the one in force on its day, so that one edits only the changes. */
function useInicio({ matriz, itens, path }: { matriz: Matriz | null; itens: readonly ItemDoFormulario[]; path: string }) {
  const form = useFormContext();
  const isNew = useRef(itens.length === 0);
  const filled = useRef<unknown>(null);
  useEffect(() => {
    if (!isNew.current || matriz === null || filled.current === matriz) return;
    // A matrix that somebody has edited is not replaced.
    if (form.getFieldState(path).isDirty) return;
    filled.current = matriz;
    const known = matriz.configsNiveisCompetencias
      .filter(({ nivelCompetencia }) => nivelCompetencia !== null)
      .map(({ competencia, competenciaPeso, nivelCompetenciaId, comentario }) => ({
        competencia,
        competenciaPeso: competenciaPeso ?? 1,
        nivelCompetenciaId,
        comentario,
      }));
    form.resetField(path, { defaultValue: known });
  }, [matriz, form, path]);
}

const avulsa = (competencia: { id: number; nome: string }): LinhaDaMatriz => ({
  dataKey: `fora-${competencia.id}`,
  competencia,
  competenciaTipo: 'C',
  competenciaObservacao: null,
  competenciaPeso: null,
  solicitarComentario: false,
  nivelCompetenciaId: null,
  nivelCompetenciaOrdem: null,
  nivelCompetenciaIndicacaoId: null,
  nivelCompetencia: null,
  ordem: null,
  percentual: null,
  comentario: null,
  performance: null,
  criteria: [],
  comportamentos: [],
  doCargo: false,
});
