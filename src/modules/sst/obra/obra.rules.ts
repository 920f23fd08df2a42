import { caepf } from '#kit/br/caepf.ts';
import { cno } from '#kit/br/cno.ts';
import { cnpj } from '#kit/br/cnpj.ts';

/** Registration numbers are stored without mask, as everywhere. */
export const semMascara = (texto: string): string => cnpj.normalize(texto);

/** A site of the company has a CNO of its own; somebody else's may have the number of its owner. */
export function* faltasDaObra({ tipo, numeroInscricao }: { tipo: '1' | '2'; numeroInscricao: string }) {
  const aceitos = tipo === '1' ? [cno] : [cno, cnpj, caepf];
  if (!aceitos.some(({ isValid }) => isValid(numeroInscricao)))
    yield { field: 'numeroInscricao', message: 'Número de inscrição inválido' };
}
