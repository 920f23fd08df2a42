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
  /** the last one, of late */
  desfaz: boolean;
}

/** Records that became part of this one. */
function Unificacoes({ record }: PanelProps) {
  const can = useCan();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['registro', 'captacao/candidatos', record.id, 'unificacoes'],
    queryFn: ({ signal }) =>
      api.get<Unificacao[]>(`captacao/candidatos/${record.id}/unificacoes`, {}, { quiet: true, silent: true, signal }),
    retry: false,
  });
  const age = useMutation({
    mutationFn: ({ id, ato }: { id: number; ato: 'desfazer' | 'duas-pessoas' }) =>
      api.post(`captacao/candidatos/unificacoes/${id}/${ato}`, {}),
    onSuccess: async (_, { ato }) => {
      toast.success(
        ato === 'desfazer'
          ? 'Os dois cadastros estão separados de novo.'
          : 'Anotado. Agora tire deste cadastro o que é da outra pessoa e inclua-a de novo.',
      );
      await queries.invalidateQueries({ queryKey: ['registro'] });
    },
  });
  const pergunta = async ({ id, nome, conta }: Unificacao) => {
    const sim = await confirm({
      message: `${nome} é outra pessoa?`,
      ok: 'São duas pessoas',
      danger: true,
      details: `Para quando algo já mudou, e os dois cadastros não se separam mais.${conta ? ' A conta do portal que veio com essa pessoa deixa de ler e de apagar este cadastro.' : ''} A unificação não se desfaz depois disso. Tire daqui o que é dela: o e-mail, os documentos, as candidaturas.`,
    });
    if (sim) age.mutate({ id, ato: 'duas-pessoas' });
  };
  if (!data) return <Waiting height={40} />;
  if (data.length === 0) return <Empty message="Nenhum cadastro foi unificado com este." />;
  return (
    <Stack gap="xs">
      {data.map((uma) => (
        <Group key={uma.id} justify="space-between">
          <div>
            <Text>{uma.nome}</Text>
            <Text size="sm" c="dimmed">{`${formatInstant(uma.quando)}, por ${uma.usuario}`}</Text>
          </div>
          {can('ROLE_CAD_CANDIDATO_EXCLUIR') && (
            <Group gap="xs">
              <Button variant="subtle" size="xs" loading={age.isPending} onClick={() => void pergunta(uma)}>
                São duas pessoas
              </Button>
              {uma.desfaz && (
                <Button
                  variant="default"
                  size="xs"
                  loading={age.isPending}
                  onClick={() => age.mutate({ id: uma.id, ato: 'desfazer' })}
                >
                  Desfazer
                </Button>
              )}
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
