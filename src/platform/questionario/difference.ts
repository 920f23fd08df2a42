import { type Definicao, type Idioma, idiomas, type Pergunta, tiposDePergunta } from './definition.ts';

type Par = [string | null, string | null];
type Mudancas = Record<string, Par>;

const inWords = ({ texto, tipo, respostas, notaMinima, notaMaxima, peso, obrigatoria, comentario, se }: Pergunta): string =>
  [
    texto,
    tiposDePergunta[tipo] + (tipo === '4' ? ` de ${notaMinima} a ${notaMaxima}` : ''),
    ...(respostas.length > 0 ? [respostas.map((opcao) => opcao.texto).join(' / ')] : []),
    ...(peso === 1 ? [] : [`peso ${peso.toLocaleString('pt-BR')}`]),
    ...(obrigatoria ? [] : ['facultativa']),
    ...(comentario === null ? [] : [`comentário: ${comentario}`]),
    ...(se === null ? [] : ['com condição']),
  ].join(' · ');

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Lines of the trail: each question, section, aspect and text that changed, before and after. */
export function difference(antes: Definicao, depois: Definicao): Mudancas {
  const linhas: Mudancas = {};
  const tell = <T extends { id: number }>(nome: string, de: readonly T[], para: readonly T[], say: (um: T) => string) => {
    const [velhos, novos] = [de, para].map((todos) => new Map(todos.map((um, lugar) => [um.id, { um, lugar }])));
    for (const id of new Set([...(velhos?.keys() ?? []), ...(novos?.keys() ?? [])])) {
      const [velho, novo] = [velhos?.get(id), novos?.get(id)];
      if (same(velho?.um, novo?.um)) continue;
      const lugar = (novo ?? velho)?.lugar ?? 0;
      const rotulo = `${nome} ${lugar + 1}${velho ? (novo ? '' : ' (removida)') : ' (nova)'}`;
      linhas[rotulo] = [velho ? say(velho.um) : null, novo ? say(novo.um) : null];
    }
  };
  tell('pergunta', antes.perguntas, depois.perguntas, inWords);
  tell('seção', antes.secoes, depois.secoes, ({ titulo }) => titulo);
  const nomes = ({ aspectos }: Definicao) => aspectos.map(({ nome }) => nome).join(', ') || null;
  const simples: Record<string, Par> = {
    aspectos: [nomes(antes), nomes(depois)],
    introdução: [antes.introducao, depois.introducao],
    agradecimento: [antes.agradecimento, depois.agradecimento],
    'ordem das perguntas': ordens(antes, depois),
    'ordem para cada pessoa': [antes, depois].map(({ ordemAleatoria }) => (ordemAleatoria ? 'aleatória' : 'a mesma')) as Par,
  };
  for (const [nome, [de, para]] of Object.entries(simples)) if (de !== para) linhas[nome] = [de, para];
  for (const idioma of Object.keys(idiomas) as Idioma[]) {
    const [velhos, novos] = [antes, depois].map(
      ({ traducoes }) => new Map(traducoes.find((uma) => uma.idioma === idioma)?.textos.map(({ de, para }) => [de, para])),
    );
    for (const de of new Set([...(velhos?.keys() ?? []), ...(novos?.keys() ?? [])])) {
      const par: Par = [velhos?.get(de) ?? null, novos?.get(de) ?? null];
      if (par[0] !== par[1]) linhas[`${idiomas[idioma]}: ${de.slice(0, 80)}`] = par;
    }
    const [havia, ha] = [antes, depois].map(({ traducoes }) => traducoes.some((uma) => uma.idioma === idioma));
    if (havia !== ha) linhas[`idioma ${idiomas[idioma]}`] = [havia ? 'sim' : 'não', ha ? 'sim' : 'não'];
  }
  return linhas;
}

/** The questions that stayed, by their old places, when they stand in another order. */
function ordens(antes: Definicao, depois: Definicao): Par {
  const lugares = new Map(antes.perguntas.map(({ id }, lugar) => [id, lugar + 1]));
  const novos = depois.perguntas.flatMap(({ id }) => lugares.get(id) ?? []);
  const velhos = novos.toSorted((a, b) => a - b);
  return [velhos.join(', '), novos.join(', ')];
}
