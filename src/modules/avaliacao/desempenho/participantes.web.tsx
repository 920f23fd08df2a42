import { Alert, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileUpload, IconSearch, IconUsersPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { useImportDialog } from '#kit/import/use-import-dialog.web.tsx';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { Pages } from '#kit/ui/pages.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { Avaliado, emLote, type Lote, PARTICIPANTES, Resumo } from './avaliado.web.tsx';
import { papeisDe } from './papeis.ts';
import { participantes } from './participantes.registry.ts';
import type { AvaliadoComAvaliadores, PaginaDeAvaliados } from './participantes.wire.ts';

const Montar = later(() => import('./montar.web.tsx').then((m) => m.Montar));
const Avaliador = later(() => import('./avaliador.web.tsx').then((m) => m.Avaliador));

const POR_PAGINA = 50;
const { authority } = participantes;

const filtros = {
  '': 'Todos os avaliados',
  avaliador: 'Sem avaliador',
  competencias: 'Sem competências configuradas',
  resposta: 'Com resposta por chegar',
} as const;

/** Who is evaluated, by whom, and who has answered. */
export function Participantes({ record }: PanelProps) {
  const can = useCan();
  const queries = useQueryClient();
  const [busca, setBusca] = useState('');
  const [sem, setSem] = useState<keyof typeof filtros>('');
  const [pagina, setPagina] = useState(0);
  const [marcados, setMarcados] = useState<ReadonlySet<number>>(new Set());
  const [aberto, setAberto] = useState<'montar' | { de: AvaliadoComAvaliadores } | null>(null);
  const [procurada] = useDebouncedValue(busca.trim(), 300);
  const path = `avaliacao/avaliacoes-desempenho/${record.id}`;
  const key = ['registro', 'avaliacao/avaliacoes-desempenho', record.id, 'participantes'];
  const reload = () => queries.invalidateQueries({ queryKey: ['registro', 'avaliacao/avaliacoes-desempenho'] });
  const [importar, importando] = useImportDialog(PARTICIPANTES, participantes, reload);
  const { data, isError, isFetching, isPending, refetch } = useQuery({
    queryKey: [...key, procurada, sem, pagina],
    queryFn: ({ signal }) =>
      api.get<PaginaDeAvaliados>(
        `${path}/participantes`,
        { pagina, ...(procurada ? { busca: procurada } : {}), ...(sem ? { sem } : {}) },
        { quiet: true, silent: true, signal },
      ),
    placeholderData: keepPreviousData,
    enabled: can(authority),
    retry: false,
  });
  if (!can(authority)) return <Empty message="Você não tem autorização para ver os participantes." />;
  if (isError) return <Fault message="Não foi possível carregar os participantes." onRetry={refetch} isBusy={isFetching} />;
  if (isPending) return <Waiting height={240} />;

  const { situacao, anonima } = record;
  const muda = can(`${authority}_EDITAR`) && situacao !== 'C';
  const permitidos = papeisDe({
    tipo: String(record.tipo),
    formato: typeof record.formato === 'string' ? record.formato : null,
    permiteAutoAvaliacao: record.permiteAutoAvaliacao === true,
  });
  const filtra = (what: () => void) => {
    what();
    setPagina(0);
    setMarcados(new Set());
  };
  const faz = async (acao: Lote, ids: readonly number[], quem: string) => {
    const { label, done, ask } = emLote[acao];
    if (ask && !(await confirm({ header: `${label}: ${quem}`, message: ask, ok: label, danger: true }))) return;
    const went = await api
      .post(`${PARTICIPANTES}/${acao}`, { avaliacaoDesempenhoId: record.id, colaboradoresIds: ids })
      .then(() => true)
      .catch(() => false);
    if (!went) return;
    toast.success(done);
    setMarcados(new Set());
    await reload();
  };
  const marca = (ids: readonly number[], on: boolean) =>
    setMarcados((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const acoes: readonly Lote[] = permitidos.includes('U')
    ? namesOf(emLote)
    : namesOf(emLote).filter((acao) => acao !== 'incluir-autoavaliacao');
  const { total, pares, respondidas, avaliados } = data;
  const nada = total === 0 && procurada === '' && sem === '';
  const daPagina = avaliados.filter(({ minha }) => !minha).map(({ id }) => id);
  const incluir = muda && (
    <Button leftSection={<IconUsersPlus size={18} aria-hidden />} onClick={() => setAberto('montar')}>
      Incluir participantes
    </Button>
  );
  return (
    <Stack gap="md">
      {nada ? (
        <Empty
          message="Ainda não há avaliados."
          why="Escolha pessoas, áreas ou cargos: quem avalia cada uma vem da hierarquia, e é mostrado antes de incluir."
          action={
            muda && (
              <Group justify="center">
                {incluir}
                <Button variant="default" leftSection={<IconFileUpload size={18} aria-hidden />} onClick={importar}>
                  Importar planilha
                </Button>
              </Group>
            )
          }
        />
      ) : (
        <>
          <Resumo
            total={total}
            pares={pares}
            respondidas={respondidas}
            foiLiberada={situacao !== 'N'}
            filtrada={procurada !== '' || sem !== ''}
          />
          {anonima === true && situacao === 'N' && (
            <Alert variant="light" color="gray" c="var(--mantine-color-text)">
              Numa avaliação anônima, pares, subordinados e avaliadores só contam quando são ao menos três por avaliado.
            </Alert>
          )}
          <Group gap="sm" align="end">
            <TextInput
              flex="1 1 220px"
              aria-label="Procurar avaliado ou avaliador"
              placeholder="Procurar avaliado ou avaliador"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={busca}
              onChange={({ currentTarget: { value } }) => filtra(() => setBusca(value))}
            />
            <NativeSelect
              aria-label="Mostrar"
              data={namesOf(filtros).map((value) => ({ value, label: filtros[value] }))}
              value={sem}
              onChange={({ currentTarget: { value } }) => filtra(() => setSem(value as keyof typeof filtros))}
            />
          </Group>
          {muda && (
            <Group gap="sm">
              <Checkbox
                label={marcados.size === 0 ? 'Selecionar esta página' : counted(marcados.size, 'selecionado', 'selecionados')}
                checked={daPagina.length > 0 && daPagina.every((id) => marcados.has(id))}
                indeterminate={marcados.size > 0 && !daPagina.every((id) => marcados.has(id))}
                disabled={daPagina.length === 0}
                onChange={({ currentTarget: { checked } }) => (checked ? marca(daPagina, true) : setMarcados(new Set()))}
                style={{ marginInlineEnd: 'auto' }}
              />
              {marcados.size === 0 ? (
                <>
                  <Button variant="default" leftSection={<IconFileUpload size={18} aria-hidden />} onClick={importar}>
                    Importar planilha
                  </Button>
                  {incluir}
                </>
              ) : (
                acoes.map((acao) => (
                  <Button
                    key={acao}
                    variant="default"
                    onClick={() => void faz(acao, [...marcados], counted(marcados.size, 'pessoa', 'pessoas'))}
                  >
                    {emLote[acao].label}
                  </Button>
                ))
              )}
            </Group>
          )}
          {avaliados.length === 0 ? (
            <Empty message="Nenhum avaliado com este filtro." />
          ) : (
            <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Avaliados">
              {avaliados.map((avaliado) => (
                <Avaliado
                  key={avaliado.id}
                  avaliacaoId={record.id}
                  avaliado={avaliado}
                  muda={muda}
                  isMarked={marcados.has(avaliado.id)}
                  onMark={(on) => marca([avaliado.id], on)}
                  onAdd={() => setAberto({ de: avaliado })}
                  acoes={acoes}
                  onAct={(acao) => void faz(acao, [avaliado.id], avaliado.nome)}
                />
              ))}
            </Stack>
          )}
          <Pages total={Math.ceil(total / POR_PAGINA)} page={pagina} onChange={setPagina} />
        </>
      )}
      {aberto === 'montar' && (
        <Montar
          path={path}
          permitidos={permitidos}
          onClose={(isDone) => {
            setAberto(null);
            if (isDone) void reload();
          }}
        />
      )}
      {aberto !== null && aberto !== 'montar' && (
        <Avaliador
          avaliacaoId={record.id}
          avaliado={aberto.de}
          permitidos={permitidos}
          onClose={(isDone) => {
            setAberto(null);
            if (isDone) void reload();
          }}
        />
      )}
      {importando}
    </Stack>
  );
}
