import { Box, Button, Group, Mark, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { IconBellPlus, IconBookmarks, IconFileSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import type { PageOf } from '#kit/list/page-of.web.ts';
import { StandardList } from '#kit/list/registry-list.web.tsx';
import { type ListState, pageQuery, readListState } from '#kit/query/list-state.ts';
import type { ListPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { buscasCandidatos } from '../buscas/buscas-candidatos.registry.ts';
import { NOVOS_DA_BUSCA } from '../buscas/novos.ts';
import { ChipDosNovos } from '../buscas/novos.web.tsx';
import classes from './lista.module.css';

const SalvarBusca = later(() => import('../buscas/salvar.web.tsx').then((m) => m.SalvarBusca));

const TEXTO = 'texto';
const BESIDE = [TEXTO, NOVOS_DA_BUSCA];
const PAUSA = 400;

interface Trecho {
  id: number;
  partes: { texto: string; marcado: boolean }[];
}

/** SCR-049: candidates, with a search in the text of their CVs beside the usual filters. */
export function ListaDeCandidatos(props: ListPageProps) {
  const [search, setSearch] = useSearchParams();
  const texto = search.get(TEXTO) ?? '';
  const novos = search.get(NOVOS_DA_BUSCA) ?? '';
  const asked = (state: ListState): ListState => ({
    ...state,
    filters: {
      ...state.filters,
      ...(texto.trim() === '' ? {} : { [TEXTO]: texto }),
      ...(novos === '' ? {} : { [NOVOS_DA_BUSCA]: novos }),
    },
  });
  const deTodos = () =>
    setSearch(
      (present) => {
        const params = new URLSearchParams(present);
        for (const name of [NOVOS_DA_BUSCA, 'pagina']) params.delete(name);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  const trechos = useTrechos(props, asked(readListState(props.registry, search)), texto);
  return (
    <StandardList
      {...props}
      own={{ beside: BESIDE, asked }}
      above={<BuscaNoTexto key={texto === '' ? 'vazia' : 'cheia'} texto={texto} />}
      origin={novos === '' ? undefined : <ChipDosNovos texto={novos} onRemove={deTodos} />}
      below={texto.trim() === '' ? undefined : (row: RecordRow) => <Achado trecho={trechos.get(row.id)} />}
      onClear={texto === '' && novos === '' ? undefined : () => setSearch({}, { replace: true })}
    />
  );
}

/** The excerpts of the page that is shown; its rows come from the list's own request. */
function useTrechos({ path }: ListPageProps, state: ListState, texto: string): ReadonlyMap<number, Trecho> {
  const query = pageQuery(state);
  const { data: pagina } = useQuery<PageOf>({
    queryKey: ['registro', path, 'lista', path, query],
    queryFn: ({ signal }) => api.get<PageOf>(path, query, { quiet: true, silent: true, signal }),
    enabled: texto.trim() !== '',
    retry: false,
  });
  const ids = (pagina?.content ?? []).map(({ id }) => id).slice(0, 100);
  const { data } = useQuery({
    queryKey: ['registro', path, 'trechos', texto, ids],
    queryFn: ({ signal }) =>
      api.get<Trecho[]>(`${path}/trechos`, { texto, ids: ids.join(',') }, { quiet: true, silent: true, signal }),
    enabled: texto.trim() !== '' && ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return new Map((data ?? []).map((trecho) => [trecho.id, trecho]));
}

function Achado({ trecho }: { trecho: Trecho | undefined }) {
  if (!trecho || trecho.partes.length === 0) return null;
  return (
    <Text component="p" size="xs" c="dimmed" lineClamp={2} className={classes.trecho}>
      {trecho.partes.map(({ texto, marcado }, place) => (marcado ? <Mark key={place}>{texto}</Mark> : texto))}
    </Text>
  );
}

function BuscaNoTexto({ texto }: { texto: string }) {
  const [search, setSearch] = useSearchParams();
  const [typed, type] = useState(texto);
  const [isSaving, setSaving] = useState(false);
  const cabeExemplo = useMediaQuery('(min-width: 48em)', true);
  const can = useCan();
  const queries = useQueryClient();
  const put = (next: string) =>
    setSearch(
      (present) => {
        const params = new URLSearchParams(present);
        params.delete('pagina');
        if (next.trim() === '') params.delete(TEXTO);
        else params.set(TEXTO, next);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  const putLater = useDebouncedCallback(put, PAUSA);
  const consulta = new URLSearchParams(search);
  for (const name of ['pagina', 'size', 'visao', 'vista', 'empresaId', NOVOS_DA_BUSCA]) consulta.delete(name);
  const narrows = consulta.size > 0;
  return (
    <Group mb="sm" gap="sm" className="vinculo-no-print">
      <TextInput
        className={classes.caixa}
        type="search"
        autoComplete="off"
        aria-label="Procurar no texto do currículo"
        placeholder={`Procurar no texto do currículo${cabeExemplo ? ': solda “carteira D” -estágio' : ''}`}
        leftSection={<IconFileSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => {
          type(event.currentTarget.value);
          putLater(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') put(event.currentTarget.value);
        }}
      />
      {can(`${buscasCandidatos.authority}_EDITAR`) && (
        <Tooltip label={narrows ? 'Guardar esta busca e ser avisado de candidatos novos' : 'Procure ou filtre antes de salvar'}>
          <Box>
            <Button
              variant="default"
              leftSection={<IconBellPlus size={16} aria-hidden />}
              disabled={!narrows}
              onClick={() => setSaving(true)}
            >
              Salvar busca
            </Button>
          </Box>
        </Tooltip>
      )}
      {can(buscasCandidatos.authority) && (
        <Button
          component={Link}
          to="/captacao/buscas-candidatos"
          variant="subtle"
          leftSection={<IconBookmarks size={16} aria-hidden />}
        >
          Buscas salvas
        </Button>
      )}
      {isSaving && (
        <SalvarBusca
          consulta={consulta.toString()}
          nome={texto}
          onClose={() => {
            setSaving(false);
            void queries.invalidateQueries({ queryKey: ['registro', 'captacao/buscas-candidatos'] });
          }}
        />
      )}
    </Group>
  );
}
