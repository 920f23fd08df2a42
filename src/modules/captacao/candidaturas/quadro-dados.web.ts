import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { ApiError, api } from '#kit/client/client.web.ts';
import { offer } from '#kit/client/offer.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import type { PageOf } from '#kit/list/page-of.web.ts';
import { type CandidatoNaSelecao, INSCRITOS, type Selecao, type VagaEmSelecao } from './selecao.ts';

export const SELECAO = 'captacao/selecao';
export const CANDIDATURAS = 'captacao/candidaturas';
const PAGE = 50;
/** How often, in ms, the board asks whether somebody else has moved anybody. */
const PERGUNTA = 5_000;

/** A stage's id on the wire. */
export const naRota = (etapa: number | null) => etapa ?? INSCRITOS;

export const useVagas = () => {
  const { empresaId } = useActing();
  return useQuery({
    queryKey: ['selecao', empresaId, 'vagas'],
    queryFn: ({ signal }) => api.get<VagaEmSelecao[]>(`${SELECAO}/vagas`, {}, { quiet: true, signal }),
    retry: false,
  });
};

type Pagina = PageOf<CandidatoNaSelecao>;

const chaveDaColuna = (empresaId: unknown, vaga: number, etapa: number | null, busca: string) => [
  'selecao',
  empresaId,
  vaga,
  'coluna',
  naRota(etapa),
  busca,
];

/** Whether all pages of a column are loaded, or none. */
const isWhole = (data: InfiniteData<Pagina> | undefined) =>
  data === undefined || data.pages.length >= (data.pages.at(-1)?.totalPages ?? 0);

/** The people of a stage, page by page. */
export function useColuna(vaga: number, etapa: number | null, busca: string) {
  const { empresaId } = useActing();
  return useInfiniteQuery({
    queryKey: chaveDaColuna(empresaId, vaga, etapa, busca),
    queryFn: ({ pageParam, signal }) =>
      api.get<Pagina>(
        `${SELECAO}/${vaga}/candidatos`,
        { etapa: naRota(etapa), busca, size: PAGE, page: pageParam },
        { quiet: true, signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length < last.totalPages ? all.length : undefined),
    retry: false,
  });
}

/** The columns with their numbers; whatever others move is read again. */
export function useSelecao(vaga: number | undefined) {
  const { empresaId } = useActing();
  const client = useQueryClient();
  const visto = useRef<number | undefined>(undefined);
  const selecao = useQuery({
    queryKey: ['selecao', empresaId, vaga, 'etapas'],
    queryFn: ({ signal }) =>
      api.get<Selecao>(`${SELECAO}/${vaga}`, {}, { quiet: true, signal, silent: visto.current !== undefined }),
    enabled: vaga !== undefined,
    refetchInterval: PERGUNTA,
    retry: false,
  });
  const ultimo = selecao.data?.ultimo;
  useEffect(() => {
    if (ultimo === undefined) return;
    if (visto.current !== undefined && visto.current !== ultimo)
      void client.invalidateQueries({ queryKey: ['selecao', empresaId, vaga, 'coluna'] });
    visto.current = ultimo;
  }, [ultimo, client, empresaId, vaga]);
  return {
    selecao,
    /** the next number is the own doing: columns that are loaded to their end hold it already; the pages of the others have shifted */
    sabe: async () => {
      visto.current = undefined;
      await Promise.all([
        client.invalidateQueries({ queryKey: ['selecao', empresaId, vaga, 'etapas'] }),
        client.invalidateQueries({
          queryKey: ['selecao', empresaId, vaga, 'coluna'],
          predicate: ({ state }) => !isWhole(state.data as InfiniteData<Pagina> | undefined),
        }),
      ]);
    },
    refaz: () => client.invalidateQueries({ queryKey: ['selecao', empresaId, vaga] }),
  };
}

/** Somebody who is selected: the card, or, of a whole stage, the number and where they were. */
export type Escolhido = Pick<CandidatoNaSelecao, 'id' | 'etapa'> & Partial<CandidatoNaSelecao>;

const isCard = (um: Escolhido): um is CandidatoNaSelecao => um.candidato !== undefined;

interface Falha {
  id: number;
  motivo: string;
}

/** Moves cards: they change their column at once, and return if the server refuses. */
export function useMove(vaga: number, busca: string, { sabe, refaz }: Pick<ReturnType<typeof useSelecao>, 'sabe' | 'refaz'>) {
  const { empresaId } = useActing();
  const client = useQueryClient();

  function leva(quais: readonly Escolhido[], para: number | null): void {
    const ids = new Set(quais.map(({ id }) => id));
    for (const etapa of new Set(quais.map((um) => um.etapa)))
      client.setQueryData<InfiniteData<Pagina>>(
        chaveDaColuna(empresaId, vaga, etapa, busca),
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, content: page.content.filter(({ id }) => !ids.has(id)) })),
          },
      );
    // Who comes now stands last: a column that is not loaded to its end meets them there.
    client.setQueryData<InfiniteData<Pagina>>(chaveDaColuna(empresaId, vaga, para, busca), (data) => {
      const [last] = data?.pages.slice(-1) ?? [];
      if (!data || !last || data.pages.length < last.totalPages) return data;
      const novos = quais.filter(isCard).map((cartao) => ({ ...cartao, etapa: para, etapaDesde: new Date().toISOString() }));
      return { ...data, pages: [...data.pages.slice(0, -1), { ...last, content: [...last.content, ...novos] }] };
    });
    client.setQueryData<Selecao>(
      ['selecao', empresaId, vaga, 'etapas'],
      (data) =>
        data && {
          ...data,
          etapas: data.etapas.map((etapa) => ({
            ...etapa,
            total:
              etapa.total -
              quais.filter((um) => um.etapa === etapa.id && etapa.id !== para).length +
              (etapa.id === para ? quais.filter((um) => um.etapa !== para).length : 0),
          })),
        },
    );
  }

  /** `de` is the stage that the sender saw; cards that somebody else has moved meanwhile stay where they are. */
  async function envia(ids: readonly number[], de: number | null, etapaId: number | null): Promise<Falha[]> {
    try {
      const { falhas } = await api.post<{ falhas: Falha[] }>(
        `${SELECAO}/${vaga}/mover`,
        { ids, etapaId, de },
        { quiet: true, silent: ['CANDIDATO_NAO_MOVIDO'] },
      );
      return falhas;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CANDIDATO_NAO_MOVIDO')) throw error;
      return (error.body as { falhas: Falha[] }).falhas;
    }
  }

  async function manda(grupos: readonly { ids: readonly number[]; de: number | null }[], para: number | null) {
    const falhas: Falha[] = [];
    try {
      for (const { ids, de } of grupos) falhas.push(...(await envia(ids, de, para)));
    } catch {
      await refaz();
      return undefined;
    }
    if (falhas.length > 0) {
      const mais = falhas.length > 3 ? ` E mais ${falhas.length - 3}.` : '';
      toast.warn(
        `${falhas
          .slice(0, 3)
          .map(({ motivo }) => motivo)
          .join(' ')}${mais}`,
      );
      await refaz();
    } else await sabe();
    return falhas;
  }

  return async function move(quais: readonly Escolhido[], para: { id: number | null; nome: string }) {
    const vao = quais.filter((um) => um.etapa !== para.id);
    if (vao.length === 0) return;
    leva(vao, para.id);
    const grupos = [...Map.groupBy(vao, ({ etapa }) => etapa)].map(([de, deste]) => ({ ids: deste.map(({ id }) => id), de }));
    const falhas = await manda(grupos, para.id);
    if (!falhas || falhas.length >= vao.length) return;
    const cartoes = vao.filter(isCard);
    if (cartoes.length < vao.length) await refaz();
    const ficaram = new Set(falhas.map(({ id }) => id));
    const foram = vao.length - ficaram.size;
    const [um] = cartoes;
    const feito =
      vao.length === 1 && um
        ? `${um.candidato.nome} foi para ${para.nome}.`
        : foram === 1
          ? `1 candidato foi para ${para.nome}.`
          : `${foram.toLocaleString('pt-BR')} candidatos foram para ${para.nome}.`;
    offer(feito, 'Desfazer', async () => {
      for (const { ids, de } of grupos) {
        const deste = ids.filter((id) => !ficaram.has(id));
        if (deste.length > 0) await manda([{ ids: deste, de: para.id }], de);
      }
      await refaz();
    });
  };
}
