import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps, PanelProps, RegistryView } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { AutoridadesInput, autoridadesQuery } from './autoridades-input.web.tsx';
import { mudancaDoPerfil } from './matriz.ts';
import { useProntos } from './perfis-prontos.web.tsx';
import { usuarios } from './usuarios.registry.ts';

interface Pessoas {
  total: number;
  empresas: { empresa: { id: number; nome: string }; total: number; pessoas: { id: number; nome: string; ativo: boolean }[] }[];
}

const pessoasQuery = (id: number) => ({
  queryKey: ['registro', 'utilitario/perfis', id, 'pessoas'],
  queryFn: () => api.get<Pessoas>(`/api/utilitario/perfis/${id}/pessoas`, {}, { quiet: true }),
  staleTime: 0,
  retry: false,
});

/** The form of a profile; a new one may begin as a copy of a ready-made one (`?pronto=rh`). */
function PerfilForm(props: FormPageProps) {
  const [search] = useSearchParams();
  const queries = useQueryClient();
  const wanted = props.id === undefined ? search.get('pronto') : null;
  const { data, isPending } = useProntos(wanted !== null);
  if (wanted !== null && isPending) return <Waiting />;
  const ready = data?.find(({ id }) => id === wanted);
  const view: RegistryView = {
    ...props.view,
    asksBeforeSave: asks(queries),
    ...(ready
      ? { begin: () => ({ nome: ready.nomeLivre, descricao: ready.descricao, autoridades: ready.autoridades, ativo: true }) }
      : {}),
  };
  return <StandardForm {...props} view={view} />;
}

/** Says what a save gives to the people who hold the profile, and takes from them. */
const asks =
  (queries: QueryClient): NonNullable<RegistryView['asksBeforeSave']> =>
  async (values, start, id) => {
    if (id === undefined) return undefined;
    const rights = ({ autoridades, ativo }: Readonly<Record<string, unknown>>) =>
      ativo === false ? [] : ((autoridades as string[] | null) ?? []);
    const { total } = await queries.fetchQuery(pessoasQuery(id));
    const known = new Map((await queries.fetchQuery(autoridadesQuery)).map((one) => [one.autoridade, one.descricao]));
    return mudancaDoPerfil(total, (name) => `“${known.get(name) ?? name}”`, rights(start), rights(values));
  };

/** The people who hold a profile, company by company. */
function QuemTem({ record }: PanelProps) {
  const { data, isPending, isError, refetch } = useQuery(pessoasQuery(record.id));
  const mayOpen = useCan()(usuarios.authority);
  if (isPending) return <Waiting />;
  if (isError) return <Fault message="Não foi possível carregar quem tem o perfil." onRetry={() => void refetch()} />;
  if (data.empresas.length === 0)
    return <Empty message="Ninguém tem este perfil. Dê-o a alguém em Usuários, nos acessos da pessoa." />;
  return (
    <Stack gap="lg">
      {data.empresas.map(({ empresa, total, pessoas }) => (
        <section key={empresa.id} aria-label={empresa.nome}>
          <Title order={3} fz={15} mb={4}>
            {empresa.nome}{' '}
            <Text span size="sm" c="dimmed">
              {counted(total, 'pessoa', 'pessoas')}
            </Text>
          </Title>
          <List size="sm" spacing={4} withPadding={false}>
            {pessoas.map(({ id, nome, ativo }) => (
              <List.Item key={id}>
                {mayOpen ? (
                  <Anchor component={Link} to={`/utilitario/usuarios/${id}`}>
                    {nome}
                  </Anchor>
                ) : (
                  nome
                )}{' '}
                {!ativo && <Pill tone="quiet">Inativo</Pill>}
              </List.Item>
            ))}
          </List>
          {pessoas.length > 0 && pessoas.length < total && (
            <Text size="sm" c="dimmed">{`E mais ${total - pessoas.length}.`}</Text>
          )}
        </section>
      ))}
    </Stack>
  );
}

/** What the page of a profile and its form have of their own. */
export const registro: RegistryView = {
  inputs: { autoridades: AutoridadesInput },
  readByInput: ['autoridades'],
  form: PerfilForm,
  panels: [{ title: 'Quem tem este perfil', content: QuemTem }],
};
