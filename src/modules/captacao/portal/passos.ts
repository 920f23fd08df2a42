import { obrigatorio } from '#kit/br/text.ts';
import type { FieldFault } from '#platform/externo/portal-faults.ts';
import type { Campo, Dados, Secao } from './dados.ts';

/** Whether something was answered; an unticked box says nothing. */
export const respondido = (valor: unknown) =>
  valor !== undefined && valor !== null && valor !== '' && valor !== false && !(Array.isArray(valor) && valor.length === 0);

/** Whether a field is asked, given what was answered beside it. */
export const visivel = ({ quando }: Campo, dados: Dados) => !quando || (dados[quando[0]] ?? false) === quando[1];

const DO_ENDERECO = ['logradouro', 'numero', 'bairro', 'uf', 'cidade'];
/** RUL-113 to 117: an address is complete or absent. */
const pedido = ({ nome, obrigatorio: exigido }: Campo, dados: Dados) =>
  exigido || (DO_ENDERECO.includes(nome) && DO_ENDERECO.some((parte) => respondido(dados[parte])));

/** What these fields, and the rows in them, still lack, as the server says it too (MSG-137, '{label} é obrigatório(a)'); it judges the rest. */
export function faltasDe(campos: readonly Campo[], dados: Dados, onde = ''): FieldFault[] {
  return campos
    .filter((campo) => campo.tipo !== 'boolean' && visivel(campo, dados))
    .flatMap((campo) => {
      const { nome, rotulo, tipo, campos: daLinha = [] } = campo;
      const valor = dados[nome];
      if (!respondido(valor)) return pedido(campo, dados) ? [{ field: `${onde}${nome}`, message: obrigatorio(rotulo) }] : [];
      return tipo === 'rows' && Array.isArray(valor)
        ? valor.flatMap((linha: Dados, n) => faltasDe(daLinha, linha, `${onde}${nome}.${n}.`))
        : [];
    });
}

/** The step to go on with: the first one without an answer behind one that has some. What stands there from the start is no answer. */
export function ondeParou(secoes: readonly Secao[], rascunho: Dados, nome: string): number {
  const dito = {
    ...rascunho,
    sexo: rascunho.sexo === 'I' ? null : rascunho.sexo,
    nome: rascunho.nome === nome ? null : rascunho.nome,
  };
  const temAlgo = ({ campos }: Secao) => campos.some((campo) => respondido((dito as Dados)[campo.nome]));
  const primeira = secoes.findIndex(temAlgo);
  const proxima = secoes.findIndex((secao, n) => n > primeira && !temAlgo(secao));
  return primeira < 0 ? 0 : proxima < 0 ? secoes.length - 1 : proxima;
}
