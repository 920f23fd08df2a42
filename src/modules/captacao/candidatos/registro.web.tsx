import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { PanelProps, RegistryView } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import {
  CertificadosInput,
  documentosDe,
  ExperienciasInput,
  FormacoesInput,
  IdiomasInput,
  PrimeiroEmpregoInput,
  RacaInput,
} from '#modules/gestao-talentos/public-ficha.web.tsx';
import { CandidaturasDoCandidato } from '../candidaturas/do-candidato.web.tsx';
import { CurriculosInput } from '../curriculos/do-curriculo.web.tsx';
import { documentosCandidatos } from '../documentos-anexos/documentos-candidatos.registry.ts';
import { ExameDoCandidato } from '../exames-palografico/exame.web.tsx';
import { TextoInput } from './texto-do-curriculo.web.tsx';
import { TextosDosCurriculos } from './textos.web.tsx';

const DocumentosPainel = documentosDe({
  registry: documentosCandidatos,
  path: 'captacao/documentos-candidatos',
  of: (candidato) => `captacao/candidatos/${candidato}/documentos-anexos`,
  given: ['candidato'],
});

interface Unificacao {
  id: number;
  nome: string;
  quando: string;
  usuario: string;
  /** it brought an account of the portal */
  conta: boolean;
}

/** Records that became part of this one, while they may be taken apart. */
function Unificacoes({ record }: PanelProps) {
  const can = useCan();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['registro', 'captacao/candidatos', record.id, 'unificacoes'],
    queryFn: ({ signal }) =>
      api.get<Unificacao[]>(`captacao/candidatos/${record.id}/unificacoes`, {}, { quiet: true, silent: true, signal }),
    retry: false,
  });
  const desfaz = useMutation({
    mutationFn: (id: number) => api.post(`captacao/candidatos/unificacoes/${id}/desfazer`, {}),
    onSuccess: async () => {
      toast.success('Os dois cadastros estão separados de novo.');
      await queries.invalidateQueries({ queryKey: ['registro'] });
    },
  });
  const desliga = useMutation({
    mutationFn: (id: number) => api.post(`captacao/candidatos/unificacoes/${id}/desligar-conta`, {}),
    onSuccess: async () => {
      toast.success('A conta do portal não lê mais este cadastro.');
      await queries.invalidateQueries({ queryKey: ['registro'] });
    },
  });
  const pergunta = async (id: number, nome: string) => {
    const sim = await confirm({
      message: `Desligar a conta que veio com ${nome}?`,
      ok: 'Desligar a conta',
      danger: true,
      details:
        'Para quando os dois são pessoas diferentes e algo já mudou. A conta deixa de ler este cadastro, e a unificação não se desfaz mais. Tire daqui o que é da outra pessoa: o e-mail, os documentos, as candidaturas.',
    });
    if (sim) desliga.mutate(id);
  };
  if (!data) return <Waiting height={40} />;
  if (data.length === 0) return <Empty message="Nenhum cadastro foi unificado com este nos últimos 30 dias." />;
  return (
    <Stack gap="xs">
      {data.map(({ id, nome, quando, usuario, conta }) => (
        <Group key={id} justify="space-between">
          <div>
            <Text>{nome}</Text>
            <Text size="sm" c="dimmed">{`${formatInstant(quando)}, por ${usuario}`}</Text>
          </div>
          {can('ROLE_CAD_CANDIDATO_EXCLUIR') && (
            <Group gap="xs">
              {conta && (
                <Button variant="subtle" size="xs" loading={desliga.isPending} onClick={() => void pergunta(id, nome)}>
                  Desligar a conta
                </Button>
              )}
              <Button variant="default" size="xs" loading={desfaz.isPending} onClick={() => desfaz.mutate(id)}>
                Desfazer
              </Button>
            </Group>
          )}
        </Group>
      ))}
    </Stack>
  );
}

/** What the page of a candidate and its form have of their own. */
export const registro = {
  inputs: {
    etniaRaca: RacaInput,
    formacoes: FormacoesInput,
    idiomas: IdiomasInput,
    experiencias: ExperienciasInput,
    certificados: CertificadosInput,
    primeiroEmprego: PrimeiroEmpregoInput,
    candidatoCurriculos: CurriculosInput,
    ocrTexto: TextoInput,
  },
  panels: [
    { title: 'Candidaturas', content: CandidaturasDoCandidato },
    { title: 'Texto dos currículos', content: TextosDosCurriculos },
    { title: 'Anexos', content: DocumentosPainel },
    { title: 'Exame palográfico', content: ExameDoCandidato },
    { title: 'Unificações', content: Unificacoes },
  ],
} satisfies RegistryView;
