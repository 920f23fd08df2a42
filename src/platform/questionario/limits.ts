/** Limits of texts, in characters. */
export const MAIORES = {
  pergunta: 500,
  opcao: 255,
  ajuda: 1_000,
  rotulo: 60,
  comentario: 255,
  aspecto: 100,
  titulo: 150,
  texto: 4_000,
} as const;
