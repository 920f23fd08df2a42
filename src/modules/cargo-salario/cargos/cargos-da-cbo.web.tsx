import { Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { type CargosCriados, cargosDaCbo, formatCbo, MAXIMO_DE_CARGOS, type Ocupacao, type Ocupacoes } from './cargos-da-cbo.ts';
import { SETORES } from './setores-cbo.ts';

const CARGOS = 'cargo-salario/cargos';
const setores = Object.entries(SETORES)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([value, nome]) => ({ value, label: `${value} ${nome}` }));

/** Positions made of the official table of occupations: a sector or a search, ticks, and all of them in one go. */
export function CargosDaCbo() {
  const { moduleTitle } = useActing();
  const [setor, setSetor] = useState<string | null>(null);
  const [busca, setBusca] = useState('');
  const [pedida] = useDebouncedValue(busca.trim(), 300);
  const [escolhidas, setEscolhidas] = useState<ReadonlyMap<string, Ocupacao>>(new Map());
  const [isConfirming, setConfirming] = useState(false);
  const isAsked = setor !== null || pedida !== '';
  const { data, isError, refetch } = useQuery({
    queryKey: ['registro', CARGOS, 'cbo', setor, pedida],
    queryFn: ({ signal }) =>
      api.get<Ocupacoes>(
        `${CARGOS}/cbo`,
        { ...(setor === null ? {} : { setor }), ...(pedida === '' ? {} : { busca: pedida }) },
        { quiet: true, silent: true, signal },
      ),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const marca = (ocupacoes: readonly Ocupacao[], isChosen: boolean) => {
    const proximas = new Map(escolhidas);
    for (const ocupacao of ocupacoes)
      if (isChosen) proximas.set(ocupacao.codigo, ocupacao);
      else proximas.delete(ocupacao.codigo);
    setEscolhidas(proximas);
  };
  const sao = escolhidas.size;
  return (
    <Page
      title="Cargos da CBO"
      breadcrumbs={[{ label: moduleTitle('cargo-salario') }, { label: 'Cargos', to: `/${CARGOS}` }, { label: 'Cargos da CBO' }]}
    >
      <Paper p="lg">
        <Stack>
          <Text c="dimmed" maw={720}>
            Escolha um setor ou pesquise, e marque as ocupações que existem na empresa. Cada uma vira um cargo, com o código CBO
            na observação.
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select<string> label="Setor" placeholder="Todos" options={setores} value={setor} onChange={setSetor} />
            <TextInput
              label="Pesquisar"
              placeholder="Título ou código"
              maxLength={200}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={busca}
              onChange={(event) => setBusca(event.currentTarget.value)}
            />
          </SimpleGrid>
          {!isAsked && <Empty message="Nenhuma ocupação procurada." why="Escolha um setor da CBO, ou escreva parte do título." />}
          {isAsked && isError && <Fault message="Não foi possível carregar as ocupações." onRetry={() => void refetch()} />}
          {isAsked && !isError && !data && <Waiting />}
          {isAsked && !isError && data && <ListaDeOcupacoes {...data} escolhidas={escolhidas} onChange={marca} />}
          <Group justify="flex-end">
            <Text size="sm" mr="auto" role="status" {...(sao > MAXIMO_DE_CARGOS ? { c: 'var(--mantine-color-error)' } : {})}>
              {sao > MAXIMO_DE_CARGOS
                ? `São ${sao} escolhidas: crie no máximo ${MAXIMO_DE_CARGOS} cargos de uma vez.`
                : sao === 0
                  ? 'Nenhuma ocupação escolhida.'
                  : counted(sao, 'ocupação escolhida', 'ocupações escolhidas')}
            </Text>
            {sao > 0 && (
              <Button variant="subtle" onClick={() => setEscolhidas(new Map())}>
                Desmarcar todas
              </Button>
            )}
            <Button disabled={sao === 0 || sao > MAXIMO_DE_CARGOS} onClick={() => setConfirming(true)}>
              {sao > 0 ? `Criar ${counted(sao, 'cargo', 'cargos')}` : 'Criar cargos'}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {isConfirming && <CriarCargos escolhidas={[...escolhidas.values()]} onClose={() => setConfirming(false)} />}
    </Page>
  );
}

interface ListaProps extends Ocupacoes {
  escolhidas: ReadonlyMap<string, Ocupacao>;
  onChange: (ocupacoes: readonly Ocupacao[], isChosen: boolean) => void;
}

function ListaDeOcupacoes({ content, total, escolhidas, onChange }: ListaProps) {
  const livres = content.filter(({ existe }) => !existe);
  const todas = livres.length > 0 && livres.every(({ codigo }) => escolhidas.has(codigo));
  if (content.length === 0) return <Empty message="Nenhuma ocupação encontrada." why="Tente outra palavra, ou outro setor." />;
  return (
    <Stack gap="xs">
      <Checkbox
        label={livres.length === 1 ? 'Marcar a ocupação mostrada' : `Marcar as ${livres.length} ocupações mostradas`}
        checked={todas}
        indeterminate={!todas && livres.some(({ codigo }) => escolhidas.has(codigo))}
        disabled={livres.length === 0}
        onChange={() => onChange(livres, !todas)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard. */}
      <Paper withBorder p="sm" component="section" aria-label="Ocupações" tabIndex={0} mah={420} style={{ overflow: 'auto' }}>
        <Stack gap={10}>
          {content.map((ocupacao) => (
            <Checkbox
              key={ocupacao.codigo}
              checked={escolhidas.has(ocupacao.codigo)}
              disabled={ocupacao.existe}
              onChange={(event) => onChange([ocupacao], event.currentTarget.checked)}
              label={
                <Group gap="0 8px">
                  <span style={{ overflowWrap: 'anywhere' }}>{ocupacao.nome}</span>
                  <Text span size="sm" c="dimmed">
                    {formatCbo(ocupacao.codigo)}
                  </Text>
                  {ocupacao.existe && <Pill tone="quiet">já existe</Pill>}
                </Group>
              }
            />
          ))}
        </Stack>
      </Paper>
      {total > content.length && (
        <Text size="sm" c="dimmed">
          {`São mostradas as primeiras ${content.length} de ${total.toLocaleString('pt-BR')}: pesquise mais, ou escolha um setor.`}
        </Text>
      )}
    </Stack>
  );
}

/** Names that the dialog tells one by one. */
const MOSTRADAS = 5;

function CriarCargos({ escolhidas, onClose }: { escolhidas: readonly Ocupacao[]; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const nomes = escolhidas.slice(0, MOSTRADAS).map(({ nome }) => nome);
  const resto = escolhidas.length - nomes.length;
  return (
    <FormDialog
      form={cargosDaCbo}
      title={`Criar ${counted(escolhidas.length, 'cargo', 'cargos')}`}
      ok="Criar"
      send={async (values) => {
        const codigos = escolhidas.map(({ codigo }) => codigo);
        const { criados, existentes } = await api.post<CargosCriados>(`${CARGOS}/cbo`, { ...values, codigos }, { silent: true });
        const jaHavia = existentes > 0 ? ` ${counted(existentes, 'já existia', 'já existiam')}.` : '';
        toast.success(`${counted(criados, 'cargo criado', 'cargos criados')}.${jaHavia}`);
        await queries.invalidateQueries({ queryKey: ['registro', CARGOS] });
        await queries.invalidateQueries({ queryKey: ['opcoes', CARGOS] });
        void navigate(`/${CARGOS}`);
      }}
      onClose={onClose}
    >
      <Text size="sm">{`${nomes.join('; ')}${resto > 0 ? ` e mais ${resto}` : ''}.`}</Text>
    </FormDialog>
  );
}
