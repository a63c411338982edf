/* The floor: what a task cannot do without, in C. `floor FOLDER SECONDS`; prints CPU seconds of each kernel as JSON.
   Values are read as doubles; a bucket is sign, exponent and 4 bits of the fraction, 2^16 in all, in the order of the values. */
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BITS 16
#define BUCKETS (1u << BITS)
#define BINS 10

static double *values;
static uint8_t *classes, *codes;
static uint64_t *moved;
static uint8_t *moved_class;
static uint32_t *counts, *starts;
static size_t rows, columns;
static volatile double kept;

static uint32_t bucket(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  uint32_t top = (uint32_t)(bits >> (64 - BITS));
  /* Negative numbers come first, the largest of them last. */
  return bits >> 63 ? BUCKETS - 1 - top : top | BUCKETS >> 1;
}

static void read_all(void) {
  double sum = 0;
  for (size_t i = 0; i < rows * columns; i++) sum += values[i];
  kept = sum;
}

static void histogram_of(const double *column) {
  memset(counts, 0, 2 * BUCKETS * sizeof *counts);
  for (size_t row = 0; row < rows; row++) counts[2 * bucket(column[row]) + (classes[row] & 1)]++;
}

static void histogram(void) {
  for (size_t c = 0; c < columns; c++) histogram_of(values + c * rows);
  kept = counts[0];
}

/* Rows in the order of their buckets, each with its class. */
static void scatter_of(const double *column) {
  histogram_of(column);
  uint32_t sum = 0;
  for (size_t b = 0; b < BUCKETS; b++) {
    starts[b] = sum;
    sum += counts[2 * b] + counts[2 * b + 1];
  }
  for (size_t row = 0; row < rows; row++) {
    uint32_t to = starts[bucket(column[row])]++;
    memcpy(&moved[to], &column[row], 8);
    moved_class[to] = classes[row];
  }
}

static void scatter(void) {
  for (size_t c = 0; c < columns; c++) scatter_of(values + c * rows);
  kept = (double)moved[0];
}

/* Histogram, scatter, and a code for every row from a table of the buckets. */
static void scatter_and_codes(void) {
  for (size_t c = 0; c < columns; c++) {
    const double *column = values + c * rows;
    scatter_of(column);
    for (size_t row = 0; row < rows; row++) codes[row] = (uint8_t)starts[bucket(column[row])];
  }
  kept = codes[0];
}

/* Ten bins of equal width, the code of a value at an edge settled by comparing with it. */
static void width(void) {
  for (size_t c = 0; c < columns; c++) {
    const double *column = values + c * rows;
    double min = DBL_MAX, max = -DBL_MAX, edges[BINS + 1];
    for (size_t row = 0; row < rows; row++) {
      min = column[row] < min ? column[row] : min;
      max = column[row] > max ? column[row] : max;
    }
    for (int i = 0; i <= BINS; i++) edges[i] = min + i * ((max - min) / BINS);
    edges[BINS] = DBL_MAX;
    double scale = max > min ? BINS / (max - min) : 0;
    for (size_t row = 0; row < rows; row++) {
      double value = column[row];
      int code = (int)((value - min) * scale);
      code = code >= BINS ? BINS - 1 : code;
      code -= value < edges[code];
      code += value >= edges[code + 1];
      codes[row] = (uint8_t)code;
    }
  }
  kept = codes[0];
}

static double cpu(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static double best(void (*kernel)(void), double seconds) {
  double least = DBL_MAX, begin = cpu();
  for (int time = 0; time < 2 || (time < 10 && cpu() - begin < seconds); time++) {
    double start = cpu();
    kernel();
    double spent = cpu() - start;
    least = spent < least ? spent : least;
  }
  return least;
}

static void *load(const char *folder, const char *name, size_t *size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) exit(1);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  void *bytes = malloc(*size);
  if (bytes == NULL || fread(bytes, 1, *size, file) != *size) exit(1);
  fclose(file);
  return bytes;
}

int main(int count, char **args) {
  if (count < 3) return 2;
  size_t size;
  classes = load(args[1], "classes.bin", &rows);
  values = load(args[1], "values.bin", &size);
  columns = size / 8 / rows;
  codes = malloc(rows);
  moved = malloc(rows * sizeof *moved);
  moved_class = malloc(rows);
  counts = malloc(2 * BUCKETS * sizeof *counts);
  starts = malloc(BUCKETS * sizeof *starts);
  double seconds = atof(args[2]);
  printf("{\"read\":%g,", best(read_all, seconds));
  printf("\"histogram\":%g,", best(histogram, seconds));
  printf("\"scatter\":%g,", best(scatter, seconds));
  printf("\"codes\":%g,", best(scatter_and_codes, seconds));
  printf("\"width\":%g}\n", best(width, seconds));
  return 0;
}
