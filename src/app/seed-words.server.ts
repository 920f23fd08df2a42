/** Words for the names of generated people, areas and positions, none of them real. */
export const mulheres = words(
  'Ana Beatriz Bruna Camila Carla Cecília Cláudia Cristina Daniela Débora Denise Eduarda Elaine Eliane Fabiana Fátima Fernanda Flávia Gabriela Giovana Helena Inês Isabela Jéssica Joana Josefa Júlia Juliana Karina Larissa Laura Letícia Lígia Lívia Luana Lúcia Luíza Marcela Márcia Mariana Marília Mônica Natália Patrícia Priscila Rafaela Raquel Regina Renata Rita Rosângela Sandra Simone Sônia Tatiana Teresa Valéria Vanessa Verônica Vitória',
);

export const homens = words(
  'Adriano Alexandre Anderson André Antônio Augusto Bernardo Bruno Caetano Caio Carlos César Cláudio Daniel Davi Diego Douglas Edson Eduardo Emanuel Fábio Felipe Fernando Flávio Francisco Gabriel Gilberto Guilherme Gustavo Heitor Henrique Hugo Igor Ítalo Ivan João Joaquim Jorge José Júlio Leandro Leonardo Lucas Luís Marcelo Márcio Marcos Matheus Maurício Miguel Murilo Nélson Otávio Paulo Pedro Rafael Raimundo Renato Ricardo Roberto Rodrigo Rogério Samuel Sérgio Tiago Vinícius',
);

export const sobrenomes = words(
  'Albuquerque Almeida Alves Amaral Andrade Antunes Araújo Assunção Azevedo Barbosa Barros Batista Bezerra Borges Brandão Brito Camargo Cardoso Carneiro Carvalho Castro Cavalcante Conceição Corrêa Costa Coutinho Cunha Dantas Dias Duarte Esteves Falcão Faria Fernandes Ferreira Figueiredo Fonseca Freitas Furtado Galvão Gomes Gonçalves Guimarães Jesus Leão Leite Lima Lopes Macêdo Machado Magalhães Maia Marinho Martins Medeiros Melo Mendonça Menezes Monteiro Morais Moreira Mota Moura Nascimento Neves Nogueira Nunes Oliveira Pacheco Paixão Peixoto Pereira Pessoa Pinheiro Pires Prado Queirós Ramalho Ramos Rêgo Reis Ribeiro Rocha Rodrigues Sá Sales Sampaio Santana Santos Sena Silva Silveira Simões Soares Sousa Tavares Teixeira Trindade Vasconcelos Viana Vieira Xavier',
);

/** Areas with the position of their parent in this very list. */
export const areas: readonly (readonly [nome: string, mae: number | null])[] = [
  ['Diretoria Geral', null],
  ['Administração', 0],
  ['Recursos Humanos', 1],
  ['Departamento Pessoal', 2],
  ['Recrutamento e Seleção', 2],
  ['Treinamento e Desenvolvimento', 2],
  ['Financeiro', 1],
  ['Contas a Pagar', 6],
  ['Contas a Receber', 6],
  ['Controladoria', 6],
  ['Compras', 1],
  ['Jurídico', 1],
  ['Tecnologia da Informação', 0],
  ['Desenvolvimento de Sistemas', 12],
  ['Infraestrutura e Suporte', 12],
  ['Operações', 0],
  ['Produção', 15],
  ['Manutenção', 15],
  ['Qualidade', 15],
  ['Logística', 15],
  ['Almoxarifado', 19],
  ['Expedição', 19],
  ['Comercial', 0],
  ['Vendas', 22],
  ['Segurança do Trabalho', 15],
];

export const grupos = ['Gestão', 'Administrativo', 'Técnico', 'Operacional', 'Comercial'] as const;

/** Positions: group, areas by position in `areas`, CBO and the first band's value in reais. */
export const cargos: readonly (readonly [nome: string, grupo: number, areas: readonly number[], cbo: string, valor: number])[] = [
  ['Diretor Geral', 0, [0], '121010', 28_000],
  ['Gerente Administrativo', 0, [1], '142105', 13_500],
  ['Gerente de Produção', 0, [15, 16], '141205', 14_200],
  ['Coordenador de Recursos Humanos', 0, [2], '142210', 9_800],
  ['Analista de Recursos Humanos', 1, [2, 4, 5], '252405', 4_900],
  ['Assistente de Departamento Pessoal', 1, [3], '411030', 2_650],
  ['Analista Financeiro', 1, [6, 9], '252545', 5_100],
  ['Auxiliar Financeiro', 1, [7, 8], '411005', 2_100],
  ['Comprador', 1, [10], '354205', 3_900],
  ['Advogado', 1, [11], '241005', 8_700],
  ['Analista de Sistemas', 2, [12, 13], '212405', 7_400],
  ['Técnico de Suporte', 2, [14], '317210', 2_900],
  ['Operador de Máquinas', 3, [16], '862150', 2_250],
  ['Auxiliar de Produção', 3, [16, 20], '784205', 1_720],
  ['Mecânico de Manutenção', 2, [17], '911305', 3_350],
  ['Inspetor de Qualidade', 2, [18], '391210', 3_100],
  ['Almoxarife', 3, [20], '414105', 2_050],
  ['Motorista', 3, [19, 21], '782510', 2_480],
  ['Vendedor', 4, [22, 23], '521110', 2_300],
  ['Técnico em Segurança do Trabalho', 2, [24], '351605', 3_750],
];

export const vacinas: readonly (readonly [nome: string, doses: readonly number[]])[] = [
  ['Hepatite B', [30, 150, 3_650]],
  ['Dupla adulto (dT)', [60, 60, 3_650]],
  ['Influenza', [365]],
  ['Febre amarela', [3_650]],
  ['Tríplice viral', [30, 3_650]],
];

export const interesses: readonly (readonly [nome: string, areas: readonly number[]])[] = [
  ['Administração e Finanças', [1, 6]],
  ['Gestão de Pessoas', [2]],
  ['Tecnologia', [12, 13, 14]],
  ['Produção e Manutenção', [16, 17]],
  ['Vendas', [22, 23]],
];

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** The same sequence for the same start: numbers from 0 to 1. */
export function sequence(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
