import { Alert, Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, inputId, useInput } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { RowsInput } from '#kit/fields/rows-input.web.tsx';
import { ShownValue } from '#kit/form/form-field.web.tsx';
import type { PanelProps, RegistryView } from '#kit/registry/view.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { CarreiraPainel } from '../carreira/carreira.web.tsx';
import { DocumentosPainel } from '../documentos-anexos/documentos-anexos.web.tsx';
import { LinhaDoTempoPainel } from '../linha-do-tempo/linha-do-tempo.web.tsx';
import { CompetenciasDoTalento } from '../niveis-competencia/config-niveis-talentos.web.tsx';
import {
  CertificadosInput,
  DependentesInput,
  EstabilidadesInput,
  ExperienciasInput,
  FormacoesInput,
  IdiomasInput,
  PrimeiroEmpregoInput,
} from '../pessoa/curriculo.web.tsx';
import { DesenvolvimentoPainel } from './desenvolvimento.web.tsx';
import { inicioDoTalento } from './inicio.ts';
import { MudancaDoHistorico } from './mudanca-do-historico.web.tsx';
import { RacaInput } from './raca-input.web.tsx';
import { camposDoPessoal } from './talentos.rules.ts';
import { CpfInput, OutrosVinculos, useAdmissao } from './vinculos.web.tsx';

/** Fields of an integrated personnel system are read-only once it has the employee. */
function useDoPessoal({ readOnly }: InputProps) {
  const { settings } = useCheckContext();
  const { control } = useFormContext();
  const { defaultValues } = useFormState({ control });
  const isTheirs = settings.acIntegra === true && Boolean(defaultValues?.codigoAC);
  return { readOnly: readOnly === true || isTheirs };
}

const DoPessoalInput = (props: InputProps) => <FieldInput {...props} {...useDoPessoal(props)} />;

const CpfDoTalentoInput = (props: InputProps) => <CpfInput {...props} {...useDoPessoal(props)} />;

function DataAdmissaoInput(props: InputProps) {
  const aviso = useAdmissao(props);
  return (
    <>
      <DoPessoalInput {...props} />
      {aviso && (
        <Alert mt="xs" color="yellow" role="status">
          {aviso}
        </Alert>
      )}
    </>
  );
}

/** A new talent is offered the next number of the company. */
function MatriculaInput(props: InputProps) {
  const { settings } = useCheckContext();
  const isNew = useRecordId() === undefined;
  const { value, onChange } = useInput<string | null>(props);
  const { data } = useQuery({
    queryKey: ['registro', 'gestao-talentos/talentos', 'proxima-matricula'],
    queryFn: ({ signal }) =>
      api.get<{ matricula: string | null }>(
        'gestao-talentos/talentos/proxima-matricula',
        {},
        { quiet: true, silent: true, signal },
      ),
    // Where the personnel system gives the numbers, none is proposed.
    enabled: isNew && settings.acIntegra !== true,
    retry: false,
  });
  return (
    <>
      <DoPessoalInput {...props} />
      {isNew && data?.matricula && !value && (
        <Anchor component="button" type="button" size="sm" mt={4} onClick={() => onChange(data.matricula)}>
          {`Usar a próxima: ${data.matricula}`}
        </Anchor>
      )}
    </>
  );
}

/** The last day is written by the dismissal; only the registration of somebody who has left already brings it. */
function DataDesligamentoInput(props: InputProps) {
  const { control } = useFormContext();
  const { defaultValues } = useFormState({ control });
  const id = useRecordId();
  const { error } = useInput(props);
  if (id === undefined) return <FieldInput {...props} />;
  const desliga = defaultValues?.situacao === 'A' && !defaultValues.dataDesligamento;
  return (
    <div id={inputId(props.path)} tabIndex={-1}>
      <ShownValue field={props.field} value={defaultValues?.dataDesligamento} />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Anchor
        component={Link}
        size="sm"
        to={desliga ? `/gestao-talentos/talentos/${id}?ato=desligar` : `/gestao-talentos/desligamentos?colaborador=${id}`}
      >
        {desliga ? 'Desligar' : 'Ver o desligamento'}
      </Anchor>
    </div>
  );
}

/** Each entry that is being written says what it would change. */
function HistoricosInput(props: InputProps) {
  const id = useRecordId();
  return (
    <RowsInput
      {...props}
      {...(id === undefined ? {} : { below: (index: number) => <MudancaDaLinha id={id} path={`${props.path}.${index}`} /> })}
    />
  );
}

function MudancaDaLinha({ id, path }: { id: number; path: string }) {
  const { control } = useFormContext();
  const { dirtyFields } = useFormState({ control, name: path });
  const linha = (useWatch({ control, name: path }) ?? {}) as Record<string, unknown>;
  const mudou = linha.id === undefined || get(dirtyFields, path) !== undefined;
  return mudou ? (
    <Box mt="sm">
      <MudancaDoHistorico talento={id} lancamento={{ ...linha, data: linha.data ?? null, id: undefined, historico: linha.id }} />
    </Box>
  ) : null;
}

const same = (names: readonly string[], input: ComponentType<InputProps>) =>
  Object.fromEntries(names.map((name) => [name, input]));

/** The career here, and the person's other employments. */
const CarreiraEVinculos = (props: PanelProps) => (
  <>
    <OutrosVinculos {...props} />
    <CarreiraPainel {...props} />
  </>
);

/** What the page of a talent and its form have of their own. */
export const registro = {
  begin: inicioDoTalento,
  inputs: {
    ...same(camposDoPessoal, DoPessoalInput),
    cpf: CpfDoTalentoInput,
    matricula: MatriculaInput,
    dataAdmissao: DataAdmissaoInput,
    dataDesligamento: DataDesligamentoInput,
    historicos: HistoricosInput,
    etniaRaca: RacaInput,
    formacoes: FormacoesInput,
    idiomas: IdiomasInput,
    experiencias: ExperienciasInput,
    certificados: CertificadosInput,
    dependentes: DependentesInput,
    estabilidades: EstabilidadesInput,
    primeiroEmprego: PrimeiroEmpregoInput,
  },
  panels: [
    { title: 'Competências', content: CompetenciasDoTalento },
    { title: 'Desenvolvimento', content: DesenvolvimentoPainel },
    { title: 'Carreira', content: CarreiraEVinculos, isFirst: true },
    { title: 'Anexos', content: DocumentosPainel },
    { title: 'Linha do tempo', content: LinhaDoTempoPainel },
  ],
} satisfies RegistryView;
