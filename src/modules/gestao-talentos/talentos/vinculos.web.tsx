import { Alert, Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { formatDate, isDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { rowsOf } from '#kit/registry/record.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { VER_DOCUMENTOS } from '../pessoa/sensiveis.ts';
import { enderecoDaReadmissao } from './inicio.ts';
import { type AvisoDaReadmissao, type Vinculo, valeEm } from './vinculos.rules.ts';

const TALENTOS = '/gestao-talentos/talentos';
const EDITAR = 'ROLE_CAD_TALENTO_EDITAR';

interface Resposta {
  /** one of the employments continues */
  ativo: boolean;
  existe: boolean;
  vinculos: Vinculo[];
  avisoDaReadmissao: AvisoDaReadmissao | null;
}

/** The other employments of a CPF; undefined while there is nothing to show. */
function useVinculosDoCpf(digitado: unknown) {
  const can = useCan();
  const cpf = typeof digitado === 'string' && CPF.isValid(digitado) ? CPF.normalize(digitado) : null;
  const proprio = useRecordId();
  const { data } = useQuery({
    queryKey: ['registro', 'gestao-talentos/talentos', 'vinculos', cpf, proprio],
    queryFn: ({ signal }) =>
      api.get<Resposta>('geral/pessoas/cpf', { cpf, pessoaId: proprio }, { quiet: true, silent: true, signal }),
    enabled: cpf !== null && can(VER_DOCUMENTOS),
    retry: false,
  });
  return { proprio, resposta: cpf === null ? undefined : data };
}

/** The other employments of the CPF in the form. */
const useOutrosVinculos = (control: InputProps['control']) => useVinculosDoCpf(useWatch({ control, name: 'cpf' }));

const quando = ({ dataAdmissao, dataDesligamento }: Vinculo) =>
  dataDesligamento === null
    ? `desde ${formatDate(dataAdmissao)}`
    : `de ${formatDate(dataAdmissao)} a ${formatDate(dataDesligamento)}`;
const comNumero = ({ matricula }: Vinculo) => (matricula === null ? '' : ` (matrícula ${matricula})`);

/** The CPF, with the person's existing employments: somebody who works here is not hired again, somebody who has left may be. */
export function CpfInput(props: InputProps) {
  const { proprio, resposta } = useOutrosVinculos(props.control);
  return (
    <>
      <FieldInput {...props} />
      {proprio === undefined
        ? resposta?.existe && <DeQuemChega {...resposta} />
        : resposta && <DeQuemEsta id={proprio} {...resposta} />}
    </>
  );
}

const Abrir = ({ id }: { id: number }) => (
  <Anchor component={Link} to={`${TALENTOS}/${id}`} size="sm">
    Abrir cadastro
  </Anchor>
);

const Readmitir = ({ id, replace }: { id: number; replace?: boolean }) => (
  <Button
    component={Link}
    to={enderecoDaReadmissao(id)}
    replace={replace}
    variant="default"
    size="xs"
    mt={4}
    leftSection={<IconUserPlus size={16} />}
  >
    Readmitir
  </Button>
);

function DeQuemChega({ ativo, vinculos }: Resposta) {
  const can = useCan();
  const [busca] = useSearchParams();
  const aberto = vinculos.find(({ dataDesligamento }) => dataDesligamento === null);
  const ultimo = aberto ?? (ativo ? undefined : vinculos.at(-1));
  const readmite = ultimo && busca.get('copiarDe') === String(ultimo.id);
  if (!ultimo)
    return (
      <Alert mt="xs" color={ativo ? 'yellow' : 'blue'} role="status">
        {ativo
          ? 'Já existe um talento ativo com este CPF.'
          : 'Esta pessoa já trabalhou na empresa: preencha os dados para readmiti-la.'}
      </Alert>
    );
  return (
    <Alert mt="xs" color={aberto ? 'yellow' : 'blue'} role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {readmite && !aberto ? 'Readmissão: ' : ''}
          {ultimo.nome} {aberto ? 'trabalha' : 'trabalhou'} aqui {quando(ultimo)}
          {comNumero(ultimo)}.{readmite && !aberto ? ' Informe a nova matrícula, a admissão e o cargo.' : ''}
        </Text>
        <Group gap="md">
          {!aberto && !readmite && can(EDITAR) && <Readmitir id={ultimo.id} replace />}
          <Abrir id={ultimo.id} />
        </Group>
      </Stack>
    </Alert>
  );
}

const Lista = ({ vinculos }: Pick<Resposta, 'vinculos'>) =>
  vinculos.map((vinculo) => (
    <Text key={vinculo.id} size="sm" mt={4} c="dimmed">
      Outro vínculo: {quando(vinculo)}
      {comNumero(vinculo)}. <Abrir id={vinculo.id} />
    </Text>
  ));

/** The person's other employments, on the page that is read. */
export function OutrosVinculos({ record }: PanelProps) {
  const { resposta } = useVinculosDoCpf(record.cpf);
  if (!resposta || resposta.vinculos.length === 0) return null;
  return (
    <Box mb="md">
      <Lista vinculos={resposta.vinculos} />
    </Box>
  );
}

/** In the record of one employment: the person's others, and the rehire action for somebody who has left. */
function DeQuemEsta({ id, ativo, vinculos }: Resposta & { id: number }) {
  const can = useCan();
  const { control } = useFormContext();
  const { defaultValues } = useFormState({ control });
  return (
    <>
      <Lista vinculos={vinculos} />
      {defaultValues?.situacao === 'D' && !ativo && can(EDITAR) && <Readmitir id={id} />}
    </>
  );
}

/**
 * The day of admission: the first entry of a new history gets the same day, and a rehire that comes too soon shows the legal
 * warning.
 */
export function useAdmissao({ control, path }: InputProps): string | undefined {
  const { getValues, setValue } = useFormContext();
  const digitada: unknown = useWatch({ control, name: path });
  const dia = typeof digitada === 'string' && isDate(digitada) ? digitada : null;
  const anterior = useRef<unknown>(dia);
  useEffect(() => {
    if (dia === null) return;
    const linhas = rowsOf(getValues('historicos'));
    const nova = linhas.findIndex(({ id, data }) => id === undefined && (!data || data === anterior.current));
    // Later entries have days of their own.
    if (nova === 0) setValue('historicos.0.data', dia, { shouldDirty: true });
    anterior.current = dia;
  }, [dia, getValues, setValue]);
  const { proprio, resposta } = useOutrosVinculos(control);
  const aviso = proprio === undefined ? resposta?.avisoDaReadmissao : undefined;
  return aviso && dia !== null && valeEm(aviso, dia) ? aviso.mensagem : undefined;
}
