import { cpf as CPF } from '#kit/br/cpf.ts';
import { dentro, type Linha, limpo, type Parte, pedacos, raso, trecho } from './folha.ts';
import { CARGO } from './partes.ts';
import type { Proposto, Telefone } from './proposto.ts';

const NO_NOME = /^(?:d[aeo]s?|e|del|von|van|y)$/;
const NAO_E_NOME =
  /\b(curriculo|curriculum|vitae|resume|objetivo|perfil|resumo|dados|pessoais|contato|telefone|celular|email|endereco|idade|anos|rua|avenida|travessa|rodovia|alameda|bairro|centro|cidade|cep|brasil|brasileir[ao]|solteir[ao]|casad[ao]|divorciad[ao]|nacionalidade|nascimento|estado|civil|universidade|faculdade|instituto|escola|colegio|empresa|ltda|profissional|experiencia|formacao|habilidades|competencias|vaga|cargo|area|junior|senior|pleno|pagina|confidencial|linkedin|senhor|prezados?|carta|apresentacao|foto|data|banco|hospital|prefeitura|governo|federal|municipal|sa|me|fortaleza|sao paulo|rio de janeiro|belo horizonte|salvador|recife)\b/;
const ehNome = ({ texto, raso: igual }: Parte): boolean => {
  const palavras = texto.split(/\s+/);
  const fortes = palavras.filter((palavra) => !NO_NOME.test(raso(palavra)));
  return (
    fortes.length >= 2 &&
    palavras.length <= 8 &&
    texto.length <= 70 &&
    !NAO_E_NOME.test(igual) &&
    !CARGO.test(igual) &&
    fortes.every((palavra) => /^\p{Lu}[\p{L}'’.-]*$/u.test(palavra)) &&
    fortes.filter((palavra) => palavra.length > 2).length >= 2
  );
};

/** 'MARIA DA SILVA' as people are written in the record; other names stay as they stand. */
const comoNome = (texto: string): string =>
  texto === texto.toUpperCase()
    ? texto
        .toLowerCase()
        .split(/\s+/)
        .map((palavra) => (NO_NOME.test(palavra) ? palavra : palavra.replace(/(^|[-'’])\p{L}/gu, (letra) => letra.toUpperCase())))
        .join(' ')
    : texto.replace(/\s+/g, ' ');

const semTratamento = (nome: Parte): Parte =>
  dentro(nome, /^(?:dra?|sra?|prof[a]?)\.\s+/.exec(nome.raso)?.[0].length ?? 0, nome.texto.length);

/** The name after a label, or in the first lines that say anything. */
export function nomeEm(linhas: readonly Linha[]): Proposto<string> | undefined {
  const proposto = (inteiro: Parte) => {
    const achado = semTratamento(inteiro);
    return { valor: comoNome(achado.texto), trecho: trecho(achado) };
  };
  for (const linha of linhas) {
    const rotulo = /^\W*nome(?: completo| do candidato| civil)?\s*[:\-–]\s*/.exec(linha.raso);
    const [depois] = rotulo ? pedacos(dentro(linha, rotulo[0].length, linha.texto.length)) : [];
    const achado = depois && limpo(depois);
    if (achado && ehNome(achado)) return proposto(achado);
  }
  const primeiras = linhas
    .filter(({ texto, titulo, secao }) => texto && !titulo && (secao === 'inicio' || secao === 'outra'))
    .slice(0, 4);
  for (const linha of primeiras) {
    const titulo =
      /^\W*(?:curriculum vitae|curriculum|curriculo)(?: vitae)?(?: de| do| da)?\b[\s:–-]*/.exec(linha.raso)?.[0].length ?? 0;
    const [primeiro] = pedacos(dentro(linha, titulo, linha.texto.length));
    const achado = primeiro && limpo(primeiro);
    if (achado && ehNome(achado)) return proposto(achado);
  }
  return undefined;
}

const EMAIL = /(?<![\w.+-])[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,10}(?![\w-])/;

export function emailEm(linhas: readonly Linha[]): Proposto<string> | undefined {
  for (const linha of linhas) {
    if (linha.secao === 'experiencia') continue;
    const achado = EMAIL.exec(linha.raso);
    if (!achado) continue;
    const onde = dentro(linha, achado.index, achado.index + achado[0].length);
    return { valor: onde.texto.toLowerCase(), trecho: trecho(onde) };
  }
  return undefined;
}

const OUTRO_NUMERO =
  /(?:\brg|\bcpf|\bcnpj|\bpis|\bctps|\bcep|\bcnh|matricula|registro|titulo|crea|coren|\bcrm|\bcrc|\boab)\D{0,12}$/;
const TELEFONE =
  /(?<![\d.,/-])(?:\+?55[\s.-]?)?\(?0?([1-9][1-9])\)?[\s.-]{0,3}(9[\s.]?\d{4}|[2-5]\d{3})[\s.-]{0,3}(\d{4})(?![\d/]|[.-]\d)/g;
const DDDS = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
);

export function telefonesEm(linhas: readonly Linha[]): Proposto<Telefone>[] {
  const achados = new Map<string, Proposto<Telefone>>();
  for (const linha of linhas) {
    if (linha.secao === 'experiencia' || linha.secao === 'formacao') continue;
    for (const { 0: inteiro, 1: ddd = '', 2: comeco = '', 3: fim = '', index } of linha.raso.matchAll(TELEFONE)) {
      if (!DDDS.has(ddd) || OUTRO_NUMERO.test(linha.raso.slice(0, index))) continue;
      const numero = comeco.replace(/\D/g, '') + fim;
      const valor: Telefone = { ddd, numero, tipo: numero.length === 9 ? 'celular' : 'fixo' };
      if (!achados.has(ddd + numero))
        achados.set(ddd + numero, { valor, trecho: trecho(dentro(linha, index, index + inteiro.length)) });
    }
  }
  return [...achados.values()].slice(0, 3);
}

export function cpfEm(linhas: readonly Linha[]): Proposto<string> | undefined {
  for (const linha of linhas)
    for (const achado of linha.raso.matchAll(/(?<![\d.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)|(?<=cpf\D{0,12})\d{11}(?!\d)/g)) {
      const digitos = achado[0].replace(/\D/g, '');
      if (CPF.isValid(digitos))
        return { valor: digitos, trecho: trecho(dentro(linha, achado.index, achado.index + achado[0].length)) };
    }
  return undefined;
}
