import { useEffect, useState } from 'react';
import { api } from '#kit/client/client.web.ts';
import { usePortal } from '#platform/externo/portal-state.web.tsx';
import { Field } from '#platform/externo/portal-ui.web.tsx';
import type { Campo, Dados, Opcao } from './dados.ts';
import type { EntradaProps } from './entrada.ts';

const listas = new Map<string, Promise<Opcao[]>>();

/** A list of the portal, asked for once. */
function useLista(caminho: string | undefined): readonly Opcao[] | undefined {
  const [opcoes, setOpcoes] = useState<readonly Opcao[]>();
  useEffect(() => {
    if (caminho === undefined) return setOpcoes([]);
    let vale = true;
    let pedida = listas.get(caminho);
    if (!pedida) {
      listas.set(caminho, (pedida = api.get<Opcao[]>(caminho, {}, { quiet: true, silent: true })));
      pedida.catch(() => listas.delete(caminho));
    }
    pedida.then(
      (lista) => void (vale && setOpcoes(lista)),
      () => void (vale && setOpcoes([])),
    );
    return () => {
      vale = false;
    };
  }, [caminho]);
  return opcoes;
}

function caminhoDaLista({ lista }: Campo, dados: Dados, query: string): string | undefined {
  if (lista === 'estados') return '/api/externo/estados';
  if (lista !== 'cidades') return `/api/externo/${lista}${query}`;
  const uf = (dados.uf as Opcao | null)?.id;
  return uf === undefined ? undefined : `/api/externo/estados/${uf}/cidades`;
}

/** One of a list. */
export function Escolha({ campo, valor, falta, muda, dados, nome = campo.nome }: EntradaProps) {
  const { query } = usePortal();
  const caminho = caminhoDaLista(campo, dados, query);
  const opcoes = useLista(caminho);
  const atual = valor as Opcao | null | undefined;
  // Not offered any more, or not loaded yet: what was chosen stays to be seen.
  const foraDaLista = atual && !opcoes?.some(({ id }) => id === atual.id) ? atual : null;
  return (
    <Field label={campo.rotulo} required={campo.obrigatorio} hint={campo.ajuda} fault={falta}>
      {(marks) => (
        <select
          {...marks}
          name={nome}
          required={campo.obrigatorio}
          disabled={caminho === undefined}
          value={atual?.id ?? ''}
          onChange={(e) => muda(opcoes?.find(({ id }) => id === Number(e.currentTarget.value)) ?? null)}
        >
          <option value="">{caminho === undefined ? 'Escolha o estado antes' : opcoes ? 'Selecione...' : 'Carregando…'}</option>
          {foraDaLista && <option value={foraDaLista.id}>{foraDaLista.nome}</option>}
          {opcoes?.map(({ id, nome: texto }) => (
            <option key={id} value={id}>
              {texto}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Several of a list: the chosen ones stand below, each with its button to leave it out. */
export function Varios({ campo, valor, falta, muda, dados, nome = campo.nome }: EntradaProps) {
  const { query } = usePortal();
  const deCodigos = campo.tipo === 'choices';
  const lista = useLista(deCodigos ? undefined : caminhoDaLista(campo, dados, query));
  const opcoes: { chave: string; nome: string; valor: unknown }[] = deCodigos
    ? (campo.opcoes ?? []).map(([codigo, texto]) => ({ chave: codigo, nome: texto, valor: codigo }))
    : (lista ?? []).map((opcao) => ({ chave: String(opcao.id), nome: opcao.nome, valor: opcao }));
  const chaveDe = (um: unknown) => (deCodigos ? String(um) : String((um as Opcao).id));
  const nomeDe = (um: unknown) =>
    deCodigos ? (opcoes.find(({ chave }) => chave === um)?.nome ?? String(um)) : (um as Opcao).nome;
  const escolhidos = (valor as unknown[] | null | undefined) ?? [];
  const chaves = new Set(escolhidos.map(chaveDe));
  return (
    <div className="p-field">
      <Field label={campo.rotulo} required={campo.obrigatorio} hint={campo.ajuda} fault={falta}>
        {(marks) => (
          <select
            {...marks}
            name={nome}
            value=""
            onChange={(e) => {
              const achado = opcoes.find(({ chave }) => chave === e.currentTarget.value);
              if (achado) muda([...escolhidos, achado.valor]);
            }}
          >
            <option value="">{escolhidos.length === 0 ? 'Selecione...' : 'Acrescentar…'}</option>
            {opcoes
              .filter(({ chave }) => !chaves.has(chave))
              .map(({ chave, nome: texto }) => (
                <option key={chave} value={chave}>
                  {texto}
                </option>
              ))}
          </select>
        )}
      </Field>
      {escolhidos.length > 0 && (
        <ul className="p-chips" aria-label={`${campo.rotulo}: escolhidos`}>
          {escolhidos.map((um) => (
            <li key={chaveDe(um)}>
              {nomeDe(um)}
              <button
                type="button"
                aria-label={`Remover ${nomeDe(um)}`}
                onClick={() => muda(escolhidos.filter((outro) => chaveDe(outro) !== chaveDe(um)))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
