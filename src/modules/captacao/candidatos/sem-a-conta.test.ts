import { describe, expect, it } from 'vitest';
import { lendoLista, lendoValor } from './sem-a-conta.ts';

const conta = (antes: unknown, depois: unknown) => ({ daConta: true, antes, depois });
const outro = (antes: unknown, depois: unknown) => ({ daConta: false, antes, depois });

describe('a value', () => {
  it('is the account’s while it has the last word, and was before what stood there last without it', () => {
    const valor = lendoValor(undefined);
    expect(valor.le(conta('a', 'x'))).toBe(false);
    expect(valor.le(conta('x', 'y'))).toBe(false);
    expect(valor.daConta()).toEqual({ antes: 'a', depois: 'y' });
    expect(valor.le(outro('y', 'b'))).toBe(true);
    expect(valor.daConta()).toBeUndefined();
    expect(valor.le(outro('b', 'c'))).toBe(false);
    valor.le(conta('c', 'z'));
    expect(valor.daConta()).toEqual({ antes: 'c', depois: 'z' });
  });

  it('that the other record brought is told by lines that replace it, and one that both had is not', () => {
    expect(lendoValor('dela').le(outro('dela', 'b'))).toBe(true);
    const igual = lendoValor(undefined);
    igual.le(conta('a', 'x'));
    igual.le(conta('x', 'a'));
    expect(igual.le(outro('a', 'b'))).toBe(false);
    expect(lendoValor(10.5).le(outro('10.50', '11'))).toBe(true);
    expect(lendoValor(7).le(outro({ id: 7, nome: 'Sete' }, null))).toBe(true);
  });
});

describe('a list', () => {
  const um = { id: 1, nome: 'Um' };
  const dois = { id: 2, nome: 'Dois' };
  const dela = { id: 9, nome: 'Dela' };
  const nova = { id: 20, nome: 'Nova' };

  it('nobody but the account has written is nobody’s question', () => {
    const lista = lendoLista(new Set([9]), () => true);
    expect(lista.le(outro([um, dela], [um]))).toBe(true);
    expect(lista.le(outro([um], [um, dois]))).toBe(false);
    expect(lista.partilha()).toBeUndefined();
  });

  it('is shared by who made each row, also where it was sent without ids', () => {
    const lista = lendoLista(new Set([9]), () => true);
    const deNovo = { ...um, id: 21 };
    const delaDeNovo = { ...dela, id: 22 };
    lista.le(conta([um, dois, dela], [deNovo, delaDeNovo, nova]));
    const doRH = { id: 30, nome: 'Do RH' };
    expect(lista.le(outro([deNovo, delaDeNovo, nova], [deNovo, delaDeNovo, { ...nova, nome: 'Corrigida' }, doRH]))).toBe(true);
    const partilha = lista.partilha();
    expect([21, 22, 20, 30, 77].map((id) => partilha?.deQuem(id))).toEqual(['fica', 'vai', 'vai', 'fica', 'fica']);
    expect(partilha?.faltam([21, 30])).toEqual([dois]);
    expect(partilha?.tirou(9)).toBe(false);
    expect(partilha?.escrita(20)).toEqual([{ id: 20, nome: 'Corrigida' }]);
  });

  it('gives a row that the account changed or took out back as it was, with what somebody else did to it since', () => {
    const lista = lendoLista(new Set([9]), () => true);
    lista.le(conta([um, dois, dela], [{ ...um, nome: 'Mudado' }, dois]));
    lista.le(
      outro(
        [{ ...um, nome: 'Mudado' }, dois],
        [
          { ...um, nome: 'Mudado' },
          { ...dois, nome: 'Pelo RH' },
        ],
      ),
    );
    const partilha = lista.partilha();
    expect([1, 2].map((id) => partilha?.deQuem(id))).toEqual(['vai', 'fica']);
    expect(partilha?.faltam([2])).toEqual([um]);
    expect(partilha?.tirou(9)).toBe(true);
  });
});
