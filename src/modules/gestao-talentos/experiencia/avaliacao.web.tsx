import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Control, useFormState, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { asNamed, asOption, idOf, type Named, useNamed } from '#kit/fields/options.web.ts';
import { PlainInput } from '#kit/fields/plain-input.web.tsx';
import { RefInput } from '#kit/fields/reference-inputs.web.tsx';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { useSession } from '#platform/session/session.web.tsx';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';
import { avisoDaProrrogacao, percentualDaExperiencia, resultadoDe, resultados } from './experiencia.rules.ts';

const AVALIACOES = `gestao-talentos/${avaliacoesExperiencia.id}`;
const quiet = { quiet: true, silent: true } as const;

interface Modelo {
  id: number;
  titulo: string;
  percentualMinimoAprovacao: number | null;
  periodoAcompanhamentoExperienciaId: number;
}

/** The models for evaluating somebody on trial; undefined until they are loaded. */
const useModelos = () =>
  useQuery({
    queryKey: ['registro', 'avaliacao/modelos-avaliacao', 'acompanhamento'],
    queryFn: () =>
      api.get<Modelo[]>('avaliacao/periodos-experiencia/modelos-acompanhamentos-periodo-experiencias', {}, quiet).catch(() => []),
  }).data;

interface Linha {
  colaborador: Named;
  periodo: Named;
  dataAdmissao: string;
  dias: number;
  termino: string;
  parecer: string | null;
}

/** The talent's periods; undefined until they are loaded, none when that fails. */
const useLinhas = (colaboradorId: number | null) =>
  useQuery({
    queryKey: ['registro', AVALIACOES, 'linhas', colaboradorId],
    queryFn: () => api.get<Linha[]>(`${AVALIACOES}/acompanhamento`, { colaboradorId }, quiet).catch(() => []),
    enabled: colaboradorId !== null,
  }).data;

interface Respondida {
  periodo: Named;
  questionarioId: number | null;
  titulo: string | null;
  resposta: string;
  avaliador: string | null;
  percentual: number | null;
}

/** What was answered about the talent in the period; undefined until it is loaded, null where nobody has answered. */
const useRespondida = (colaboradorId: number | null, periodoId: number | null) =>
  useQuery({
    queryKey: ['registro', AVALIACOES, 'respondidas', colaboradorId],
    queryFn: () =>
      api
        .get<{ questionarios: Respondida[] }>(
          `avaliacao/acompanhamentos-periodos-experiencia/talentos/${colaboradorId}/colaboradores-questionarios/detail`,
          {},
          quiet,
        )
        .then(({ questionarios }) => questionarios)
        .catch(() => []),
    enabled: colaboradorId !== null,
    select: (todas) => todas.find(({ periodo, resposta }) => resposta === 'R' && periodo.id === periodoId) ?? null,
  }).data;

const useEscolhido = (control: Control, name: string) => idOf(useWatch({ control, name }));

/** The period, with this talent's first and last day in it. */
function PeriodoInput(props: InputProps) {
  const periodo = useEscolhido(props.control, props.path);
  const linha = useLinhas(useEscolhido(props.control, 'colaborador'))?.find((uma) => uma.periodo.id === periodo);
  return (
    <>
      <RefInput {...props} />
      {linha && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {`De ${formatDate(linha.dataAdmissao)}, a admissão, a ${formatDate(linha.termino)}.`}
        </Text>
      )}
    </>
  );
}

/** The active models of the chosen period. */
function ModeloInput(props: InputProps) {
  const input = useInput<unknown>(props);
  const periodo = useEscolhido(props.control, 'periodo');
  const modelos = useModelos();
  const { value, onChange } = input;
  const id = idOf(value);
  const [escolhido] = useNamed('avaliacao/modelos-avaliacao', id === null ? [] : [value]);
  const alheio = modelos?.some((modelo) => modelo.id === id && modelo.periodoAcompanhamentoExperienciaId !== periodo) === true;
  // Another period has other models.
  useEffect(() => {
    if (alheio) onChange(null);
  }, [alheio, onChange]);
  return (
    <Select<number>
      {...pickerFrame(input)}
      value={id}
      selected={escolhido ? asOption(escolhido) : null}
      options={(modelos ?? [])
        .filter((modelo) => modelo.periodoAcompanhamentoExperienciaId === periodo)
        .map(({ id: value, titulo }) => ({ value, label: titulo }))}
      onChange={(_id, option) => onChange(option ? asNamed(option) : null)}
    />
  );
}

/** The percentage with its result against the minimum: the saved minimum for the saved model, the model's own for another. */
function PercentualInput(props: InputProps) {
  const { control } = props;
  const { defaultValues } = useFormState({ control });
  const modelo = useEscolhido(control, 'modelo');
  const modelos = useModelos();
  const percentual: unknown = useWatch({ control, name: props.path });
  const antes: unknown = defaultValues?.minimo;
  const salvo = typeof antes === 'number' ? antes : null;
  const minimo =
    modelo === null
      ? null
      : salvo !== null && idOf(defaultValues?.modelo) === modelo
        ? salvo
        : (modelos?.find(({ id }) => id === modelo)?.percentualMinimoAprovacao ?? null);
  const resultado = resultadoDe(typeof percentual === 'number' ? percentual : null, minimo);
  const respondida = useRespondida(useEscolhido(control, 'colaborador'), useEscolhido(control, 'periodo'));
  return (
    <>
      <PlainInput {...props} />
      {respondida && respondida.percentual !== null && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {`As respostas de ${respondida.avaliador ?? 'quem avaliou'} deram ${percentualDaExperiencia(respondida.percentual)}.`}
        </Text>
      )}
      {minimo !== null && (
        <Text size="xs" c={resultado === 'R' ? 'var(--mantine-color-error)' : 'dimmed'} mt={4} role="status">
          {`${resultado ? `${resultados[resultado]}: o` : 'O'} mínimo é ${percentualDaExperiencia(minimo)}.`}
        </Text>
      )}
    </>
  );
}

/** The decision; prolonging shows what the law allows. */
function ParecerInput(props: InputProps) {
  const parecer: unknown = useWatch({ control: props.control, name: props.path });
  const periodo = useEscolhido(props.control, 'periodo');
  const linhas = useLinhas(useEscolhido(props.control, 'colaborador')) ?? [];
  return (
    <>
      <PlainInput {...props} />
      {parecer === 'PRORROGAR' && (
        <Alert color="yellow" mt="xs" role="status">
          {avisoDaProrrogacao(
            periodo,
            linhas.map((linha) => ({ ...linha, periodo: linha.periodo.id })),
          )}
        </Alert>
      )}
    </>
  );
}

/** A new evaluation starts with today, the user, and the talent and period of the line that it was opened from. */
function AvaliacaoForm(props: FormPageProps) {
  const [search] = useSearchParams();
  const { today } = useCheckContext();
  const { usuario } = useSession();
  const colaborador = useAddressId('colaborador') ?? null;
  const periodo = useAddressId('periodo');
  const linhas = useLinhas(colaborador);
  const modelos = useModelos();
  const respondida = useRespondida(colaborador, periodo ?? null);
  if (props.id !== undefined || search.has('copiarDe')) return <StandardForm {...props} />;
  if (modelos === undefined || (colaborador !== null && (linhas === undefined || respondida === undefined)))
    return <ScreenLoading />;
  const linha = linhas?.find((uma) => uma.periodo.id === periodo);
  const doPeriodo = modelos.filter((modelo) => modelo.periodoAcompanhamentoExperienciaId === linha?.periodo.id);
  const [unico] = doPeriodo.length === 1 ? doPeriodo : [];
  return (
    <RecordForm
      key={`${colaborador}:${periodo}`}
      {...props}
      // Back to those who are still to be evaluated.
      back={listAddress(props.path)}
      title={`Inserir ${props.registry.singular}`}
      initial={{
        id: 0,
        data: today,
        avaliador: respondida?.avaliador ?? usuario?.nome,
        percentual: respondida?.percentual ?? undefined,
        colaborador: linha?.colaborador,
        periodo: linha?.periodo,
        modelo: respondida?.questionarioId
          ? { id: respondida.questionarioId, nome: respondida.titulo ?? '' }
          : unico && { id: unico.id, nome: unico.titulo },
      }}
    />
  );
}

export const registro = {
  form: AvaliacaoForm,
  inputs: { periodo: PeriodoInput, modelo: ModeloInput, percentual: PercentualInput, parecer: ParecerInput },
};
