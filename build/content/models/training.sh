# Trains a model, for the scripts of this folder.

# glibc hands large blocks back to the system at every step otherwise, and asking for them again takes half the time.
export MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=100000000000 MALLOC_TOP_PAD_=100000000
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD/../../python OPENBLAS_NUM_THREADS=1

out=../../out/models
mkdir -p "$out"

# train NAME DATA PLACE OPTION…
train() {
  /usr/bin/python3 train.py "$2" "$3" --out "$out/$1.pt" "${@:4}" > "$out/$1.log"
}
