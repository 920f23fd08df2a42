import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './painel.module.css';

export interface Coluna {
  chave: string | number;
  titulo: ReactNode;
  /** the title that a phone shows beside each value */
  nome: string;
  texto?: boolean;
}

interface Props {
  rotulo: string;
  primeira: string;
  colunas: readonly Coluna[];
  linhas: readonly { chave: string | number; nome: ReactNode; valores: readonly ReactNode[] }[];
}

/** A table of figures on a desk, a card for each of its rows on a phone. */
export function Grade({ rotulo, primeira, colunas, linhas }: Props) {
  return (
    <div className={classes.scroll}>
      <Table aria-label={rotulo} className={classes.grid} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{primeira}</Table.Th>
            {colunas.map(({ chave, titulo, texto }) => (
              <Table.Th key={chave} className={texto ? undefined : classes.number}>
                {titulo}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {linhas.map(({ chave, nome, valores }) => (
            <Table.Tr key={chave}>
              <Table.Td className={classes.path}>{nome}</Table.Td>
              {colunas.map((coluna, indice) => (
                <Table.Td key={coluna.chave} className={coluna.texto ? undefined : classes.number}>
                  {valores[indice] !== null && (
                    <>
                      <span className={classes.label}>{coluna.nome}</span>
                      <span>{valores[indice]}</span>
                    </>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Columns of numbers by their names. */
export const deNumeros = (...nomes: string[]): Coluna[] => nomes.map((nome) => ({ chave: nome, titulo: nome, nome }));
