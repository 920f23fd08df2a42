import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { namedId } from '#kit/fields/bare.ts';
import { Reading } from '#kit/record/reading.web.tsx';
import type { PanelProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { candidatos } from '../candidatos/candidatos.registry.ts';

const PATH = 'captacao/candidatos';
/** What a recruiter wants beside the stage. */
const CAMPOS = [
  'email',
  'foneCelular',
  'foneFixo',
  'cidade',
  'colocacao',
  'pretencaoSalarial',
  'candidatoCurriculos',
  'experiencias',
  'formacoes',
  'idiomas',
];

/** Contact, CVs and career of whom an application is of, with the ways to the selection and to the whole record. */
export function OCandidato({ record }: PanelProps) {
  const id = namedId(record.candidato);
  const podeVer = useCan()(candidatos.authority);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button component={Link} variant="default" size="xs" to={`/captacao/selecao?vaga=${namedId(record.solicitacao)}`}>
          Ver a seleção
        </Button>
        {podeVer && (
          <Button component={Link} variant="default" size="xs" to={`/${PATH}/${id}`}>
            Ver o cadastro do candidato
          </Button>
        )}
      </Group>
      {podeVer ? <Cadastro id={id} /> : <Text c="dimmed">O cadastro do candidato é do recrutamento.</Text>}
    </Stack>
  );
}

function Cadastro({ id }: { id: number }) {
  const { empresaId } = useActing();
  const [vazios, setVazios] = useState(false);
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', PATH, empresaId, id],
    queryFn: ({ signal }) => api.get<RecordRow>(`${PATH}/${id}`, {}, { quiet: true, silent: true, signal }),
    retry: false,
  });
  if (isPending) return <Waiting height={160} />;
  if (isError) return <Fault message="Não foi possível carregar o candidato." onRetry={refetch} isBusy={isFetching} />;
  return (
    <Reading registry={candidatos} view={undefined} record={data} fields={CAMPOS} showsEmpty={vazios} onShowEmpty={setVazios} />
  );
}
